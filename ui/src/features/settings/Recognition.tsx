// The choice of OCR engine; those that are not installed are marked.
import type { Overview, Preferences } from "../../ipc";
import { Choice } from "../../shared/inputs";

const SCRIPTS = [
  { id: "english", name: "English: no accents" },
  { id: "latin", name: "All languages in Latin script" },
  { id: "any", name: "Every script that the models know" },
];

interface RecognitionProps {
  overview: Overview;
  change: (part: Partial<Preferences>) => void;
}

export function Recognition({ overview, change }: RecognitionProps) {
  return (
    <section aria-labelledby="recognition">
      <h2 id="recognition">Scans and photos</h2>
      <p className="muted">
        The built-in recogniser needs nothing else. Of the others, ONNX Runtime runs the same models with less computing and
        more memory; Tesseract is quickest and loses more of the small print in boxes. Characters that are left out are
        never read, whatever a speck looks like. Pages that were read stay as they are.
      </p>
      <Choice
        label="Text is recognised by"
        value={overview.preferences.recogniser ?? "built-in"}
        options={overview.recognisers.map(({ name, title, missing }) => ({
          id: name,
          name: title,
          ...(missing === null ? {} : { off: missing }),
        }))}
        onChange={(recogniser) => change({ recogniser })}
      />
      <Choice
        label="Characters that are read"
        value={overview.preferences.script ?? "latin"}
        options={SCRIPTS}
        onChange={(script) => change({ script })}
      />
    </section>
  );
}

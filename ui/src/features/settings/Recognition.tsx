// The choice of OCR engine; those that are not installed are marked.
import type { Overview, Preferences } from "../../ipc";
import { Choice } from "../../shared/inputs";

const SCRIPTS = [
  { id: "english", name: "English (no accents)" },
  { id: "latin", name: "All Latin-script languages" },
  { id: "any", name: "Every script the models support" },
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
        The built-in OCR needs nothing else installed. Of the alternatives, ONNX Runtime runs the same models with less
        computation and more memory; Tesseract is the fastest but misses more of the small print in boxes. Characters
        outside the chosen set are never read. Pages already read are not changed.
      </p>
      <Choice
        label="OCR engine"
        value={overview.preferences.recogniser ?? "built-in"}
        options={overview.recognisers.map(({ name, title, missing }) => ({
          id: name,
          name: title,
          ...(missing === null ? {} : { off: missing }),
        }))}
        onChange={(recogniser) => change({ recogniser })}
      />
      <Choice
        label="Character set"
        value={overview.preferences.script ?? "latin"}
        options={SCRIPTS}
        onChange={(script) => change({ script })}
      />
    </section>
  );
}

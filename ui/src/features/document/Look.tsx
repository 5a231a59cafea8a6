// A part of a scan that was recognized again in more detail: the reason, the picture before and after, what was read in
// each, and its place.
import { partPicture, type LookView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { useDesk } from "./stage";

/** Width in device pixels: a look shows no more detail than that. */
const WIDTH = 900;

export function Look({ look }: { look: LookView }) {
  const { view, act } = useDesk();
  const { place, reading } = look;
  return (
    <section className="closer" aria-label={`A closer look at page ${place.page}`}>
      <ul>
        {look.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {look.failed !== null && <p className="note bad">The closer look failed: {look.failed}</p>}
      {reading !== null && (
        <div className="closer-sides">
          <Side document={view.row.document_id} look={look} reading={reading} part="before" text={look.before} title="First reading" />
          <Side
            document={view.row.document_id}
            look={look}
            reading={reading}
            part="after"
            text={look.after ?? ""}
            title={[`Reread at ${Math.round(look.dpi)} dpi`, ...look.enhancements].join(", ")}
          />
        </div>
      )}
      <Btn onPress={() => act({ do: "show", regions: [place] })}>Show on the page</Btn>
    </section>
  );
}

interface Props {
  document: string;
  look: LookView;
  reading: number;
  part: "before" | "after";
  text: string;
  title: string;
}

function Side({ document, look: { place }, reading, part, text, title }: Props) {
  return (
    <figure>
      <figcaption className="muted">{title}</figcaption>
      <img
        src={partPicture(document, place.page, WIDTH, reading, part)}
        alt={`Part of page ${place.page}, ${part}`}
        style={{ aspectRatio: `${place.width} / ${place.height}` }}
        loading="lazy"
      />
      <p className="readable">{text || "No words."}</p>
    </figure>
  );
}

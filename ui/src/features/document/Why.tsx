// Why a field has its value: the step that read it, its captions and every candidate. Loaded when opened.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries, type ExplainedCandidate, type Explanation, type ExplanationView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Trouble } from "../../shared/Trouble";
import { useDesk } from "./stage";

/** A link under the chosen value that opens its explanation. `place` is `forms[0].wages_tips`. */
export function Why({ place }: { place: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="why">
      <Btn kind="link" aria-expanded={open} onPress={() => setOpen(!open)}>
        {open ? "Hide explanation" : "Why this value?"}
      </Btn>
      {open && <Reasons place={place} />}
    </div>
  );
}

function Reasons({ place }: { place: string }) {
  const { view } = useDesk();
  const { data, error, refetch } = useQuery(queries.explanation(view.row.document_id, place));
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="muted">Reading the page again…</p>;
  return (
    <section className="note quiet" aria-label="Explanation">
      {data.filled_by !== null && <p>Filled by {data.filled_by}{data.edited && ", edited since"}</p>}
      <ul aria-label="Provenance">
        {data.provenance.map((line) => (
          <li key={line}>
            <small className="readable">{line}</small>
          </li>
        ))}
        {data.evidence.map((piece, at) => (
          <li key={at}>
            <small className="readable">{placeOf(piece)}</small>
          </li>
        ))}
      </ul>
      {data.copies.map((copy, at) => (
        <Copy key={at} copy={copy} />
      ))}
      {data.note !== null && <p className="muted readable">{data.note}</p>}
    </section>
  );
}

/** "Page 1, words 13 to 14 of reading 1: “48,500.00”" */
function placeOf({ page, words: [first, end], reading, quote }: ExplanationView["evidence"][number]): string {
  const words = first === end ? "" : `, words ${first + 1} to ${end} of reading ${reading}`;
  return `Page ${page}${words}: “${quote}”`;
}

function Copy({ copy }: { copy: Explanation }) {
  return (
    <>
      <p>
        Page {copy.page}: <strong>{copy.read_by ?? "blank on this copy"}</strong>
      </p>
      <ul>
        {copy.captions.map((caption, at) => (
          <li key={at}>
            Caption “{caption.text}” ({caption.role}, {caption.score} %) <small>{caption.passes.join(" → ")}</small>
          </li>
        ))}
        {copy.candidates.map((one, at) => (
          <li key={at}>
            {one.won ? <strong>{one.text}</strong> : one.text} <small>{features(one)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

const SIDES: Record<string, string> = { right: "right of" };

const features = (one: ExplainedCandidate) =>
  [
    one.won ? "chosen" : "not chosen",
    `weight ${one.weight} %`,
    `${SIDES[one.side] ?? one.side} its caption${one.on_side ? "" : ", unlike the form's other values"}`,
    one.valid ? "" : "not in the field's format",
  ]
    .filter(Boolean)
    .join(" · ");

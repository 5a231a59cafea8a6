// What was sent of this document, and where, call by call, with tokens and cost; each request can be opened as it was
// sent.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pagePicture, queries, type RequestPart, type RequestView, type SentView } from "../../ipc";
import { bytes, count, dollars, many, when } from "../../shared/format";
import { Trouble } from "../../shared/Trouble";
import { useDesk } from "./stage";

export function Sent() {
  const { view } = useDesk();
  const { data, error, refetch } = useQuery(queries.sent(view.row.document_id));
  const cost = (data ?? []).reduce((sum, call) => sum + call.usage.cost_usd, 0);
  return (
    <section aria-label="Sent">
      <h2 className="sec">Sent</h2>
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="muted pad-in">Nothing from this document was sent to a model.</p>}
      {data !== undefined && data.length > 0 && (
        <>
          <p className="pad-in">
            {many(data.length, "call")}, {dollars(cost)}
          </p>
          <ol className="sent">
            {data.map((call) => (
              <Call key={call.id} call={call} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

const pages = (what: string, numbers: number[]) =>
  numbers.length === 0 ? null : `${what} of page${numbers.length === 1 ? "" : "s"} ${numbers.join(", ")}`;

function Call({ call }: { call: SentView }) {
  const { usage } = call;
  const [open, setOpen] = useState(false);
  const carried = [pages("text", call.text_of), pages("images", call.pictures_of)].filter((part) => part !== null);
  return (
    <li className="change">
      <div className="line">
        <span>{call.purpose}</span>
        <span className={call.state === "answered" ? "tag ok" : "tag idle"}>{call.state}</span>
        <span className="grow" />
        <small>{when(call.at)}</small>
      </div>
      <p className="readable">
        {call.model} at {call.origin}
      </p>
      <small className="muted readable">
        {carried.length === 0 ? "no page content" : carried.join("; ")} · {bytes(call.bytes)} · {count(usage.input_tokens)} in,{" "}
        {count(usage.output_tokens)} out · {dollars(usage.cost_usd)}
        {call.tries > 1 && ` · sent ${call.tries} times`}
        {call.error !== null && ` · ${call.error}`}
      </small>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>What was sent</summary>
        {open && <Request call={call.id} />}
      </details>
    </li>
  );
}

function Request({ call }: { call: string }) {
  const { view } = useDesk();
  const { data, error, refetch } = useQuery(queries.sentRequest(view.row.document_id, call));
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="muted">Opening…</p>;
  if (data === null) return <p className="muted">No copy: an older version of Touchstone made this call.</p>;
  return <Whole request={data} />;
}

/** Keys are not part of a request: they are sent in its headers and stored only in the keychain. */
function Whole({ request }: { request: RequestView }) {
  return (
    <div className="request">
      <Piece title="Instructions" text={request.system} />
      {request.parts.map((part, at) => (
        <Part key={at} part={part} />
      ))}
      {request.tools.map((tool) => (
        <Piece key={tool.name} title={`Tool ${tool.name}`} text={`${tool.description}\n${tool.schema}`} />
      ))}
      {request.shape !== null && <Piece title="Required answer format" text={request.shape} />}
    </div>
  );
}

function Piece({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3>{title}</h3>
      <pre className="readable">{text}</pre>
    </>
  );
}

function Part({ part: { title, text, picture_of } }: { part: RequestPart }) {
  const { view } = useDesk();
  if (picture_of === null) return <Piece title={title} text={text} />;
  return (
    <figure>
      <img src={pagePicture(view.row.document_id, picture_of, 480, 0)} alt={`Page ${picture_of}`} />
      <figcaption className="muted readable">{title}. Redrawn here; the sent image is not stored separately.</figcaption>
    </figure>
  );
}

// Exactly what of this document was sent where, call by call, with tokens and cost.
import { useQuery } from "@tanstack/react-query";
import { queries, type SentView } from "../../ipc";
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
      {data?.length === 0 && <p className="muted pad-in">Nothing of this document was sent to a model.</p>}
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
  const carried = [pages("text", call.text_of), pages("pictures", call.pictures_of)].filter((part) => part !== null);
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
        {carried.length === 0 ? "nothing of the pages" : carried.join("; ")} · {bytes(call.bytes)} · {count(usage.input_tokens)} in,{" "}
        {count(usage.output_tokens)} out · {dollars(usage.cost_usd)}
        {call.tries > 1 && ` · sent ${call.tries} times`}
        {call.error !== null && ` · ${call.error}`}
      </small>
    </li>
  );
}

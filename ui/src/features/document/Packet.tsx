// The expert packet: the issues with the text around them, prior classifications of the document, the label to correct,
// notes on the verdict, and the packet as a file. The verdict itself is at the bottom.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Label, TextArea, TextField } from "react-aria-components";
import { commands, queries, type ContextView, type PacketFormat, type PacketIssueView, type PacketView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { many } from "../../shared/format";
import { attempt, say } from "../../shared/messages";
import { compareWithPrior } from "../../shared/prior";
import { Trouble } from "../../shared/Trouble";
import { PutRight } from "./PutRight";
import { useDesk } from "./stage";
import { inWords } from "./values";

export function Packet() {
  const { view } = useDesk();
  const { data, error, refetch } = useQuery(queries.packet(view.row.document_id));
  if (error !== null) {
    return (
      <div className="pad">
        <Trouble error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return data === undefined ? null : <Body packet={data} />;
}

const STATUSES: Record<string, string> = { pending: "Needs review", open: "In review", completed: "Reviewed" };

function Body({ packet }: { packet: PacketView }) {
  return (
    <div className="packet">
      <section aria-label="Status">
        <h2 className="sec">Why this needs review</h2>
        <p className="pad-in">
          {STATUSES[packet.status] ?? packet.status}: {many(packet.issues.length, "issue")} (rule {packet.rule})
        </p>
      </section>
      <section aria-label="Issues, worst first">
        {packet.issues.map((issue) => (
          <Issue key={issue.id} issue={issue} />
        ))}
      </section>
      <Comparison packet={packet} />
      {packet.evidence.length > 0 && (
        <section aria-label="Evidence">
          <h2 className="sec">Evidence</h2>
          {packet.evidence.map(({ part, label, contexts }) => (
            <details key={part + label} className="pad-in">
              <summary>
                {label} <span className="muted">{part}</span>
              </summary>
              {contexts.map((context, index) => (
                <Context key={index} context={context} />
              ))}
            </details>
          ))}
        </section>
      )}
      <PutRight />
      <Notes />
      <Files />
      {packet.left_out.length > 0 && <p className="muted pad-in">Not asked of a model: {packet.left_out.join("; ")}.</p>}
    </div>
  );
}

function Issue({ issue }: { issue: PacketIssueView }) {
  const { view } = useDesk();
  const message = inWords(view, null, issue.message);
  const tone = issue.severity === "BLOCKER" ? "bad" : issue.severity === "MAJOR" ? "" : "quiet";
  return (
    <article className={`note issue ${tone}`} aria-label={message}>
      <strong className="readable">{message}</strong>
      <small>
        {issue.severity} · {issue.id} · {issue.location}
      </small>
      {issue.fix !== null && <p className="readable">{inWords(view, null, issue.fix)}</p>}
      {issue.contexts.map((context, index) => (
        <Context key={index} context={context} />
      ))}
    </article>
  );
}

/** Two paragraphs before the place and three after it, as printed on the page. */
function Context({ context: { page, quote, found, before, at, after } }: { context: ContextView }) {
  const { act } = useDesk();
  return (
    <div className="context readable">
      <Btn kind="link" onPress={() => act({ do: "turn to", page })}>
        Page {page}
      </Btn>
      {!found && <p className="bad-ink">{quote === "" ? "No quote is given." : `“${quote}” is not on this page, which begins:`}</p>}
      {before.map((text, index) => (
        <p key={index} className="muted">
          {text}
        </p>
      ))}
      {at.map((text, index) => (
        <p key={index}>
          <mark>{text}</mark>
        </p>
      ))}
      {after.map((text, index) => (
        <p key={index} className="muted">
          {text}
        </p>
      ))}
    </div>
  );
}

function Comparison({ packet }: { packet: PacketView }) {
  const client = useQueryClient();
  const known = packet.production_differs !== null;
  return (
    <section aria-label="Comparison">
      <h2 className="sec">{known ? `Compared with ${packet.compared_with ?? "a prior classification"}` : "Not compared yet"}</h2>
      {known && packet.differences.length === 0 && <p className="pad-in">No differences.</p>}
      {packet.differences.length > 0 && (
        <dl className="pairs">
          {packet.differences.map(({ what, ours, theirs }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                <span className="muted">Touchstone:</span> {ours} · <span className="muted">Earlier:</span> {theirs}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="pad-in">
        <Btn onPress={() => attempt(compareWithPrior([packet.document], client))}>Compare with a prior classification…</Btn>
      </p>
    </section>
  );
}

function Notes() {
  const { stage, act } = useDesk();
  return (
    <section aria-label="Notes" className="pad-in">
      <TextField className="field" value={stage.notes} onChange={(notes) => act({ do: "note", notes })}>
        <Label>Reviewer notes</Label>
        <TextArea className="input area" rows={3} />
      </TextField>
    </section>
  );
}

function Files() {
  const { view } = useDesk();
  const id = view.row.document_id;
  const write = async (format: PacketFormat) => {
    const written = await commands.exportPacket(id, format);
    if (written === null) return;
    const { ticket, names } = written;
    say(`Saved ${names.join()}`, { label: "Show in folder", run: () => attempt(commands.showInFolder(ticket)) });
  };
  return (
    <section aria-label="Packet as a file" className="pad-in line wrap">
      <Btn onPress={() => attempt(write("html"))}>Save for printing…</Btn>
      <Btn onPress={() => attempt(write("json"))}>Save as JSON…</Btn>
    </section>
  );
}

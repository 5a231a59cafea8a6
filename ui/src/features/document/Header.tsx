// The head of a document: its name, what it is, where it stands, and what can be done with the whole of it.
import { commands } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { many } from "../../shared/format";
import { attempt, say } from "../../shared/messages";
import { useNavigation } from "../../shared/route";
import { BANDS, StateChip, isRunning } from "../../shared/states";
import { useVerbs } from "../../shared/verbs";
import { useDesk } from "./stage";

export function Header() {
  const { view } = useDesk();
  const { go } = useNavigation();
  const verbs = useVerbs();
  const { row, classification, decision } = view;
  const id = row.document_id;
  const busy = isRunning(row.state) || row.state === "queued";
  return (
    <header className="bar">
      <Btn kind="link" onPress={() => go({ screen: "library" })}>
        Library
      </Btn>
      <span className="muted" aria-hidden="true">
        /
      </span>
      <h1 className="clip readable" title={view.document.path}>
        {row.file_name}
      </h1>
      {classification !== null && (
        <span className={classification.band === "LOW" ? "tag warn" : "tag ok"}>
          {classification.label} · {classification.confidence.toFixed(2)} {BANDS[classification.band]}
        </span>
      )}
      <StateChip row={row} />
      {decision !== null && row.state === "needs_review" && (
        <span className="muted nowrap">
          rule {decision.rule} · {many(decision.reasons.length, "reason")}
        </span>
      )}
      <span className="grow" />
      {row.state === "password" && (
        <Btn kind="primary" onPress={() => verbs.unlock({ id, name: row.file_name })}>
          Enter the password…
        </Btn>
      )}
      {busy ? (
        <Btn onPress={() => attempt(commands.cancel([id]))}>Cancel reading</Btn>
      ) : (
        <Btn onPress={() => attempt(commands.rerun([id]).then(() => say("It will be read again")))}>Read again</Btn>
      )}
      <Btn onPress={() => verbs.exportDocuments({ ids: [id] }, 1, row.file_name.replace(/\.[^.]+$/, ""))}>Export…</Btn>
    </header>
  );
}

// The check card, and every form with its fields, in the order and with the box numbers of the document.
import { commands, type FormView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { many, pagesOf } from "../../shared/format";
import { attempt } from "../../shared/messages";
import { STATE_NAMES, isRunning } from "../../shared/states";
import { Trouble } from "../../shared/Trouble";
import { useVerbs } from "../../shared/verbs";
import { Card } from "./Card";
import { FieldRow } from "./FieldRow";
import { InWords } from "./InWords";
import { judged, sortedIssues } from "./values";
import { IssueNote } from "./IssueNote";
import { judgeNext, useDesk } from "./stage";

export function Fields() {
  const { view, stage } = useDesk();
  const [worst] = sortedIssues(view).filter((issue) => issue.severity !== "MINOR" && issue.standing !== "settled");
  const checking = stage.field !== null || stage.ended;

  if (view.forms.length === 0) return <NoFields />;
  return (
    <>
      <Card />
      <div className="fields">
        {!checking && <Doubts />}
        {!checking && worst !== undefined && <IssueNote issue={worst} />}
        {view.forms.map((form) => (
          <Form key={form.id} form={form} alone={view.forms.length === 1} />
        ))}
        <InWords />
      </div>
    </>
  );
}

/** Number of values that need a decision, always visible while there are any, with a way to each. */
function Doubts() {
  const desk = useDesk();
  const keys = judged(desk.view);
  if (keys.length === 0) return null;
  return (
    <div className="doubts">
      {many(keys.length, "value")} to check
      <Btn kind="quiet" cap="n" onPress={() => judgeNext(desk, 1)}>
        {keys.length === 1 ? "Go to it" : "Next"}
      </Btn>
    </div>
  );
}

function Form({ form, alone }: { form: FormView; alone: boolean }) {
  const title = `${form.label}, ${pagesOf(form.first_page, form.last_page)}`;
  const groups = form.groups.map((group) => (
    <section key={group.title} aria-label={`${form.label}: ${group.title}`}>
      <h2 className="sec">{group.title}</h2>
      {group.fields.map((field) => (
        <FieldRow key={field.path} form={form.id} field={field} />
      ))}
    </section>
  ));
  if (alone) return <>{groups}</>;
  return (
    <details className="form" open>
      <summary>{title}</summary>
      {groups}
    </details>
  );
}

function NoFields() {
  const { view } = useDesk();
  const { unlock } = useVerbs();
  const { row } = view;
  const id = row.document_id;
  if (row.state === "password") {
    return (
      <div className="vacant">
        <h2>This document is locked</h2>
        <Btn kind="primary" onPress={() => unlock({ id, name: row.file_name })}>
          Enter password…
        </Btn>
      </div>
    );
  }
  if (row.error !== null) {
    return (
      <div className="pad">
        <Trouble error={row.error} onRetry={() => attempt(commands.rerun([id]))} />
      </div>
    );
  }
  const busy = isRunning(row.state) || row.state === "queued";
  return (
    <div className="vacant">
      <h2>{busy ? `${STATE_NAMES[row.state]}…` : "No form found"}</h2>
      <p className="muted">
        {busy
          ? (row.detail ?? "Values appear here as they are read.")
          : `${many(view.pages.length, "page")} read. See Classification for what it may be.`}
      </p>
    </div>
  );
}

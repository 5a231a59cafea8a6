// One issue: what is wrong, what was expected, what to do, and a link to the place.
import type { IssueView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { findField, inWords, regionsOf } from "./values";
import { useDesk } from "./stage";

export function IssueNote({ issue }: { issue: IssueView }) {
  const { view, act } = useDesk();
  const { form, path, expected, actual, suggestion } = issue;
  const key = form !== null && path !== null ? { form, path } : null;
  const field = findField(view, key);
  const regions = issue.evidence.flatMap((one) => one.regions);
  const page = issue.evidence[0]?.page;
  const show = () => {
    if (key !== null && field !== null) {
      const places = regionsOf(field);
      act({ do: "choose", field: key, regions: places });
      if (places.length === 0 && regions.length > 0) act({ do: "show", regions });
    } else if (regions.length > 0) act({ do: "show", regions });
    else if (page !== undefined) act({ do: "turn to", page });
  };
  const message = inWords(view, form, issue.message);
  const tone = issue.severity === "BLOCKER" ? "bad" : issue.severity === "MAJOR" ? "" : "quiet";
  return (
    <article className={`note issue ${issue.standing === "settled" ? "quiet settled" : tone}`} aria-label={message}>
      <strong className="readable">{message}</strong>
      <small>
        {issue.standing === "new" ? issue.raised_by : issue.id} · {issue.severity} · {issue.code.replaceAll("_", " ")}
        {issue.standing === "settled" && " · fixed by your edits"}
        {issue.standing === "new" && " · new after your edits"}
      </small>
      {(expected !== null || actual !== null) && (
        <p className="muted readable">
          {[expected !== null && `expected ${expected}`, actual !== null && `found ${actual}`].filter(Boolean).join(" · ")}
        </p>
      )}
      {suggestion !== null && <p className="readable">{inWords(view, form, suggestion)}</p>}
      {(field !== null || regions.length > 0 || page !== undefined) && (
        <Btn kind="link" onPress={show}>
          {field !== null ? `Go to ${field.name}` : "Show on the page"}
        </Btn>
      )}
    </article>
  );
}

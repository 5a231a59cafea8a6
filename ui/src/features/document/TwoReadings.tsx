// Two engines read a value differently: both stand here, each with its place, and one key takes one of them.
import type { FieldView, IssueView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { useKeys } from "../../shared/keys";
import { regionsOf } from "./values";
import { useDesk } from "./stage";

/** The issue that holds the other reading of a field, as long as nobody has decided. */
export function otherReading(issues: IssueView[], form: string, field: FieldView): IssueView | null {
  if (field.corrected || field.kind === "list") return null;
  const of = issues.find((one) => one.raised_by === "Readings" && one.form === form && one.path === field.path);
  return of?.expected === undefined || of.expected === null ? null : of;
}

interface Props {
  field: FieldView;
  issue: IssueView;
  chosen: boolean;
}

export function TwoReadings({ field, issue, chosen }: Props) {
  const { act, edits } = useDesk();
  const standing = () => void edits.pick(issue.id, "standing");
  const other = () => void edits.pick(issue.id, "other");
  useKeys(
    "Two readings",
    chosen
      ? [
          { keys: "1", label: "The model's reading is right", run: standing },
          { keys: "2", label: "This computer's reading is right", run: other },
        ]
      : [],
  );
  const look = (regions: ReturnType<typeof regionsOf>) => () => regions.length > 0 && act({ do: "show", regions });
  return (
    <div className="readings-line" role="group" aria-label={`Two readings of ${field.name}`}>
      <Btn cap={chosen ? "1" : undefined} onPress={standing} onHoverStart={look(regionsOf(field))}>
        Model: {issue.actual ?? "nothing"}
      </Btn>
      <Btn cap={chosen ? "2" : undefined} onPress={other} onHoverStart={look(issue.evidence.flatMap((one) => one.regions))}>
        This computer: {issue.expected}
      </Btn>
    </div>
  );
}

// Two engines read a value or a row differently: both stand here, each with its place, and one key takes one of them. Of a
// list all that is open can be taken at once.
import type { FieldKind, FieldView, IssueView, ReadingPick } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { shown } from "../../shared/format";
import { useKeys } from "../../shared/keys";
import { regionsOf, rowOf } from "./values";
import { useDesk } from "./stage";

const isOpen = (issue: IssueView, form: string) => issue.choice !== null && issue.form === form && issue.path !== null;

/** The issue that holds the other reading of a field or cell, as long as nobody has decided. */
export function otherReading(issues: IssueView[], form: string, field: FieldView): IssueView | null {
  if (field.corrected || field.kind === "list") return null;
  return issues.find((one) => isOpen(one, form) && one.path === field.path) ?? null;
}

/** All that is open of a list: its cells, rows that only one of both has. */
const openOf = (issues: IssueView[], form: string, list: string) =>
  issues.filter((one) => isOpen(one, form) && (one.path === list || (one.path !== null && rowOf(one.path)?.list === list)));

interface Side {
  who: string;
  /** What it read; nothing for a whole list. */
  what?: string;
  regions: ReturnType<typeof regionsOf>;
}

interface Props {
  name: string;
  chosen: boolean;
  model: Side;
  local: Side;
  onPick: (which: ReadingPick) => void;
}

export function Sides({ name, chosen, model, local, onPick }: Props) {
  const { act } = useDesk();
  useKeys(
    "Two readings",
    chosen
      ? [
          { keys: "1", label: "The model's reading is right", run: () => onPick("standing") },
          { keys: "2", label: "This computer's reading is right", run: () => onPick("other") },
        ]
      : [],
  );
  const look = ({ regions }: Side) => () => regions.length > 0 && act({ do: "show", regions });
  return (
    <div className="readings-line" role="group" aria-label={`Two readings of ${name}`}>
      <Btn cap={chosen ? "1" : undefined} onPress={() => onPick("standing")} onHoverStart={look(model)}>
        <Words side={model} />
      </Btn>
      <Btn cap={chosen ? "2" : undefined} onPress={() => onPick("other")} onHoverStart={look(local)}>
        <Words side={local} />
      </Btn>
    </div>
  );
}

function Words({ side: { who, what } }: { side: Side }) {
  if (what === undefined) return <span>{who}</span>;
  return (
    <>
      <span className="muted">{who}: </span>
      <span>{what}</span>
    </>
  );
}

interface OneProps {
  name: string;
  kind: FieldKind;
  issue: IssueView;
  chosen: boolean;
  standing: ReturnType<typeof regionsOf>;
}

/** One value or row. */
export function TwoReadings({ name, kind, issue, chosen, standing }: OneProps) {
  const { edits } = useDesk();
  const nothing = issue.choice?.row === true ? "no such row" : "nothing";
  const print = (value: string | null | undefined) => shown(kind, value ?? null) || nothing;
  return (
    <Sides
      name={name}
      chosen={chosen}
      model={{ who: "Model", what: print(issue.choice?.standing), regions: standing }}
      local={{ who: "This computer", what: print(issue.choice?.other), regions: issue.evidence.flatMap((one) => one.regions) }}
      onPick={(which) => void edits.pick(issue.id, which)}
    />
  );
}

/** What is open of a list beside its cells: rows that only one of both has, and all at once. */
export function TwoLists({ form, list, chosen }: { form: string; list: FieldView; chosen: boolean }) {
  const { view, edits } = useDesk();
  const open = openOf(view.issues, form, list.path);
  const cells = new Set(list.cells.map((cell) => cell.path));
  const rows = open.filter((one) => one.path !== null && !cells.has(one.path));
  return (
    <>
      {rows.map((issue) => {
        const row = issue.path === null ? null : rowOf(issue.path);
        const here = list.cells.filter((cell) => row !== null && rowOf(cell.path)?.row === row.row);
        const name = row === null ? `a row of ${list.name}` : `row ${row.row + 1} of ${list.name}`;
        return <TwoReadings key={issue.id} name={name} kind="text" issue={issue} chosen={false} standing={here.flatMap(regionsOf)} />;
      })}
      {open.length > 1 && (
        <Sides
          name={list.name}
          chosen={chosen}
          model={{ who: "Whole list as the model reads it", regions: regionsOf(list) }}
          local={{ who: "Whole list as this computer reads it", regions: open.flatMap((one) => one.evidence.flatMap((at) => at.regions)) }}
          onPick={(which) => void edits.pickList({ form, path: list.path }, which)}
        />
      )}
    </>
  );
}

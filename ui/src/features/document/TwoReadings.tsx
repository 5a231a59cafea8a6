// Two differing readings of a row, of a list, or of the document's type: both are shown, each with its place, and one
// key takes one of them. Those of a single value are on the check card.
import type { FieldKind, FieldView, IssueView, ReadingPick } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { shown } from "../../shared/format";
import { useKeys } from "../../shared/keys";
import { differences, regionsOf, rowOf } from "./values";
import { useDesk } from "./stage";

type OpenIssue = ReturnType<typeof differences>[number];

/** All open differences of a list: its cells, and rows found by only one reading. */
const openOf = (issues: IssueView[], form: string, list: string) =>
  differences(issues, form).filter((one) => one.path === list || rowOf(one.path)?.list === list);

interface Side {
  who: string;
  /** What it read. `undefined` for a whole list. */
  what?: string;
  regions: ReturnType<typeof regionsOf>;
}

interface Props {
  name: string;
  chosen: boolean;
  current: Side;
  other: Side;
  onPick: (which: ReadingPick) => void;
}

export function Sides({ name, chosen, current, other, onPick }: Props) {
  const { act } = useDesk();
  useKeys(
    "Two readings",
    chosen
      ? [
          { keys: "1", label: "Take the first reading", run: () => onPick("current") },
          { keys: "2", label: "Take the second reading", run: () => onPick("other") },
        ]
      : [],
  );
  const look = ({ regions }: Side) => () => regions.length > 0 && act({ do: "show", regions });
  return (
    <div className="readings-line" role="group" aria-label={`Two readings of ${name}`}>
      <Btn cap={chosen ? "1" : undefined} onPress={() => onPick("current")} onHoverStart={look(current)}>
        <Words side={current} />
      </Btn>
      <Btn cap={chosen ? "2" : undefined} onPress={() => onPick("other")} onHoverStart={look(other)}>
        <Words side={other} />
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
  issue: OpenIssue;
  chosen: boolean;
  current: ReturnType<typeof regionsOf>;
}

/** One value or row. */
export function TwoReadings({ name, kind, issue, chosen, current }: OneProps) {
  const { edits } = useDesk();
  const { row, current_source, other_source } = issue.choice;
  const nothing = row ? "no such row" : "no value";
  const print = (value: string | null) => shown(kind, value) || nothing;
  return (
    <Sides
      name={name}
      chosen={chosen}
      current={{ who: current_source, what: print(issue.choice.current), regions: current }}
      other={{ who: other_source, what: print(issue.choice.other), regions: issue.evidence.flatMap((one) => one.regions) }}
      onPick={(which) => void edits.pick(issue.id, which)}
    />
  );
}

/** Open differences of a list beyond its cells: rows found by only one reading, and all at once. */
export function TwoLists({ form, list, chosen }: { form: string; list: FieldView; chosen: boolean }) {
  const { view, edits } = useDesk();
  const open = openOf(view.issues, form, list.path);
  const cells = new Set(list.cells.map((cell) => cell.path));
  const rows = open.filter((one) => !cells.has(one.path));
  const by = open[0]?.choice;
  const same = ({ choice }: OpenIssue) => choice.current_source === by?.current_source && choice.other_source === by.other_source;
  return (
    <>
      {rows.map((issue) => {
        const row = rowOf(issue.path);
        const here = list.cells.filter((cell) => row !== null && rowOf(cell.path)?.row === row.row);
        const name = row === null ? `a row of ${list.name}` : `row ${row.row + 1} of ${list.name}`;
        return <TwoReadings key={issue.id} name={name} kind="text" issue={issue} chosen={false} current={here.flatMap(regionsOf)} />;
      })}
      {by !== undefined && open.length > 1 && open.every(same) && (
        <Sides
          name={list.name}
          chosen={chosen}
          current={{ who: `Whole list: ${by.current_source}`, regions: regionsOf(list) }}
          other={{ who: `Whole list: ${by.other_source}`, regions: open.flatMap((one) => one.evidence.flatMap((at) => at.regions)) }}
          onPick={(which) => void edits.pickList({ form, path: list.path }, which)}
        />
      )}
    </>
  );
}

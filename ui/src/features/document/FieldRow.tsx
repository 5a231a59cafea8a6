// One value in the list: its box number, its name, the value, and a dot for its verification state. It is decided on the
// check card. A list shows its rows, which can be removed, and offers to add one.
import { useEffect, useRef } from "react";
import type { FieldView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { confidence, many, shown } from "../../shared/format";
import { Dot } from "../../shared/states";
import { placesFor } from "./checking";
import { useDesk } from "./stage";
import { TwoLists } from "./TwoReadings";
import { rowOf, sameField } from "./values";

const STATES = { proved: "verified", entered: "entered by hand", judge: "check this", empty: "", contradicted: "contradicted" };

interface Props {
  form: string;
  field: FieldView;
  /** A cell of a list; the first cell of each row is marked. */
  cell?: "first" | "further";
}

export function FieldRow({ form, field, cell }: Props) {
  const { view, stage, act } = useDesk();
  const key = { form, path: field.path };
  const chosen = sameField(stage.field, key);
  const button = useRef<HTMLButtonElement>(null);
  const editable = field.kind !== "list";
  const text = field.kind === "list" ? (field.rows === 0 ? "" : many(field.rows, "row")) : shown(field.kind, field.value);

  useEffect(() => {
    if (chosen) button.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const press = () => act({ do: "choose", field: key, regions: placesFor(view, key), edit: chosen && editable });
  const nothing = field.state === "empty" ? "blank" : "no value";
  const sure = field.value === null ? "" : `confidence ${confidence(field.confidence)}`;
  const byPrint = field.by_print === null ? "" : `read by the print of ${many(field.by_print, "settled paper")}`;
  const label = [field.box === null ? "" : `Box ${field.box}`, field.name, text || nothing, STATES[field.state], sure, byPrint]
    .filter(Boolean)
    .join(", ");

  return (
    <>
      <div className={`f${chosen ? " on" : ""}${cell === undefined ? "" : ` cell ${cell}`}`} data-field={field.path}>
        <span className="box" aria-hidden="true">
          {field.box ?? ""}
        </span>
        <span className="lab" aria-hidden="true">
          {field.name}
          {field.required && field.value === null && <span className="need"> required</span>}
        </span>
        <button
          ref={button}
          type="button"
          className="v"
          aria-label={label}
          aria-pressed={chosen}
          title={field.raw !== null && field.raw !== text ? `On the page: ${field.raw}` : undefined}
          onClick={press}
          onDoubleClick={() => editable && act({ do: "edit", on: true })}
        >
          {text === "" ? <span className="muted">{nothing}</span> : <span className={field.kind === "money" ? "nowrap" : undefined}>{text}</span>}
          {byPrint !== "" && <span className="corrected" title={`R${byPrint.slice(1)}`}> ▦</span>}
          {field.corrected && <span className="corrected" title="Confirmed or corrected by a person"> ✎</span>}
        </button>
        <span className="sure" aria-hidden="true" title={field.value === null ? undefined : "Confidence"}>
          {field.value === null || field.corrected ? "" : confidence(field.confidence)}
        </span>
        <Dot state={field.state} />
      </div>
      {field.kind === "list" && <Rows form={form} list={field} />}
      {field.kind === "list" && <TwoLists form={form} list={field} chosen={chosen} />}
    </>
  );
}

const first = (cell: FieldView, before: FieldView | undefined) =>
  before === undefined || rowOf(before.path)?.row !== rowOf(cell.path)?.row ? "first" : "further";

/** The rows of a list. A row being added is below them until it is saved or discarded. */
function Rows({ form, list }: { form: string; list: FieldView }) {
  const { stage, act, edits } = useDesk();
  const within = stage.field?.form === form ? rowOf(stage.field.path) : null;
  const chosen = within?.list === list.path ? within : null;
  const adding = chosen !== null && chosen.row >= list.rows;
  const [begin] = list.next_row;
  return (
    <>
      {[...list.cells, ...(adding ? list.next_row : [])].map((cell, at, all) => (
        <FieldRow key={cell.path} form={form} field={cell} cell={first(cell, all[at - 1])} />
      ))}
      <div className="rows-foot">
        {begin !== undefined && !adding && (
          <Btn kind="link" onPress={() => act({ do: "choose", field: { form, path: begin.path }, regions: [], edit: true })}>
            Add a row
          </Btn>
        )}
        {chosen !== null && !adding && (
          <Btn kind="link" onPress={() => void edits.removeRow({ form, path: chosen.path })}>
            Remove row {chosen.row + 1}
          </Btn>
        )}
      </div>
    </>
  );
}

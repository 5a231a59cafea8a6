// The document's history, one sentence per change, latest first. Undone changes stay listed.
import { shown, when } from "../../shared/format";
import type { Change } from "../../ipc";
import { findField, regionsOf } from "./values";
import { useDesk } from "./stage";

export function History() {
  const { view } = useDesk();
  if (view.history.length === 0) {
    return <p className="muted pad-in">No changes yet. Your corrections are listed here with the values before and after.</p>;
  }
  return (
    <ol className="history">
      {view.history.toReversed().map((change) => (
        <Line key={change.id} change={change} />
      ))}
    </ol>
  );
}

export const isEdit = ({ kind }: Change) => kind === "edit" || kind === "undo" || kind === "redo";

const isBy = (by: string) => (by === "you" ? "You" : by);

function Line({ change }: { change: Change }) {
  return (
    <li className={change.undone ? "change undone" : "change"}>
      <p className="readable">
        {isEdit(change) ? <Edit change={change} /> : <>{change.name}, by {change.by}</>}, {when(change.at)}
        {change.undone && <span className="tag idle">undone</span>}
      </p>
    </li>
  );
}

/** "Dana changed page 2 from SECRET//X1 to SECRET//NOFORN", with the name linked to the field. */
function Edit({ change: { kind, by, name, form, path, before, after } }: { change: Change }) {
  const { view, act } = useDesk();
  const key = form === null ? null : { form, path };
  const field = findField(view, key);
  const print = (value: string | null) => shown(field?.kind ?? "text", value) || "blank";
  const done = kind === "undo" ? "set" : "changed";
  return (
    <>
      {isBy(by)} {done}{" "}
      {key !== null && field !== null ? (
        <button type="button" className="btn link" onClick={() => act({ do: "choose", field: key, regions: regionsOf(field) })}>
          {name}
        </button>
      ) : (
        name
      )}{" "}
      {kind === "undo" && "back "}
      {kind === "redo" && "again "}from <del>{print(before)}</del> to <ins>{print(after)}</ins>
    </>
  );
}

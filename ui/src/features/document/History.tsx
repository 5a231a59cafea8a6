// Every change to the values: before, after, who and when. Undone ones stay listed.
import { shown, when } from "../../shared/format";
import type { Change } from "../../ipc";
import { findField, regionsOf } from "./values";
import { useDesk } from "./stage";

export function History() {
  const { view } = useDesk();
  if (view.history.length === 0) {
    return <p className="muted pad-in">No changes. What you correct is listed here with its value before and after.</p>;
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

function Signed({ change: { by, at } }: { change: Change }) {
  return (
    <small className="signed">
      {by} · {when(at)}
    </small>
  );
}

function Line({ change }: { change: Change }) {
  const { view, act } = useDesk();
  const key = change.form === null ? null : { form: change.form, path: change.path };
  const field = findField(view, key);
  const kind = field?.kind ?? "text";
  const print = (value: string | null) => shown(kind, value) || "empty";
  return (
    <li className={change.undone ? "change undone" : "change"}>
      <div className="line">
        {key !== null && field !== null ? (
          <button type="button" className="btn link" onClick={() => act({ do: "choose", field: key, regions: regionsOf(field) })}>
            {change.name}
          </button>
        ) : (
          <span>{change.name}</span>
        )}
        {change.undone && <span className="tag idle">undone</span>}
        {!isEdit(change) && <Signed change={change} />}
      </div>
      {isEdit(change) && (
        <div className="line">
          <p className="readable">
            <del>{print(change.before)}</del> <span aria-hidden="true">→</span> <ins>{print(change.after)}</ins>
          </p>
          <Signed change={change} />
        </div>
      )}
    </li>
  );
}

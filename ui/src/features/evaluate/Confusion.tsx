// Types of both sides against each other. Each cell opens its documents.
import type { CellView, EvaluationView } from "../../ipc";
import { count, many } from "../../shared/format";
import { matrixOf } from "./figures";
import { Opens, type Open } from "./Opens";

interface Props {
  cells: CellView[];
  kind: EvaluationView["kind"];
  onOpen: Open;
}

export function Confusion({ cells, kind, onOpen }: Props) {
  const { columns, rows } = matrixOf(cells);
  const known = kind === "truth" ? "Settled as" : "Compared as";
  if (rows.length === 0) return <p className="muted">No document has a type on the side compared with.</p>;
  return (
    <div className="wide">
      <table className="plain matrix">
        <caption className="unseen">Documents by type: {known.toLowerCase()} in rows, found as in columns</caption>
        <thead>
          <tr>
            <th scope="col">{known} \ found as</th>
            {columns.map((found) => (
              <th key={found} scope="col" className="num">
                {found}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.known}>
              <th scope="row">{row.known}</th>
              {row.cells.map((cell, at) => (
                <td key={columns[at]} className={cell === undefined ? "num" : `num ${cell.known === cell.found ? "agrees" : "differs"}`}>
                  {cell !== undefined && (
                    <Opens
                      positions={cell.documents}
                      label={`${many(cell.documents.length, "document")} ${known.toLowerCase()} ${cell.known}, found as ${cell.found}`}
                      onOpen={onOpen}
                    >
                      {count(cell.documents.length)}
                    </Opens>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

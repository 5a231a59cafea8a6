// What both sides cost, in money and time.
import type { EffortView, EvaluationView } from "../../ipc";
import { count, dollars, seconds } from "../../shared/format";

export function Effort({ data }: { data: EvaluationView }) {
  const sides: [string, EffortView | null][] = [
    [data.of.title, data.effort],
    [data.against.title, data.effort_against],
  ];
  const shown = (value: number | null | undefined, format: (value: number) => string) => (value == null ? "–" : format(value));
  return (
    <table className="plain scores">
      <caption className="unseen">Cost of models and seconds of work</caption>
      <thead>
        <tr>
          <th scope="col">Side</th>
          <th scope="col" className="num">Documents</th>
          <th scope="col" className="num">Cost per document</th>
          <th scope="col" className="num">Cost in total</th>
          <th scope="col" className="num">Time per document</th>
          <th scope="col" className="num">Time in total</th>
        </tr>
      </thead>
      <tbody>
        {sides.map(([title, effort]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td className="num">{shown(effort?.documents, count)}</td>
            <td className="num">{shown(effort?.cost_usd_per_document, dollars)}</td>
            <td className="num">{shown(effort?.cost_usd, dollars)}</td>
            <td className="num">{shown(effort?.seconds_per_document, seconds)}</td>
            <td className="num">{shown(effort?.seconds, seconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// Two plots as plain SVG, each with its figures as a table beside it.
import type { ReactNode } from "react";
import type { ReliabilityView, StepOfReview } from "../../ipc";
import { count, many } from "../../shared/format";
import { interval, percent, shareOf, type Words } from "./figures";

const SIDE = 200;
const LEFT = 44;
const FOOT = 30;
const TICKS = [0, 0.5, 1];

const x = (value: number) => LEFT + SIDE * value;
const y = (value: number) => 8 + SIDE * (1 - value);

interface AxesProps {
  label: string;
  across: string;
  children: ReactNode;
}

/** A square from 0 to 100 % in both directions. */
function Axes({ label, across, children }: AxesProps) {
  return (
    <svg className="plot" role="img" aria-label={label} viewBox={`0 0 ${LEFT + SIDE + 20} ${SIDE + FOOT + 12}`}>
      <rect x={x(0)} y={y(1)} width={SIDE} height={SIDE} className="frame" />
      {TICKS.map((tick) => (
        <g key={tick}>
          <text x={LEFT - 5} y={y(tick) + 3} textAnchor="end">
            {100 * tick} %
          </text>
          <text x={x(tick)} y={SIDE + 21} textAnchor="middle">
            {100 * tick} %
          </text>
        </g>
      ))}
      <text x={x(0.5)} y={SIDE + 36} textAnchor="middle">
        {across}
      </text>
      {children}
    </svg>
  );
}

const line = (points: { x: number; y: number }[]) => points.map((one) => `${x(one.x).toFixed(1)},${y(one.y).toFixed(1)}`).join(" ");

const figure = (value: number | null) => value?.toFixed(3) ?? "–";

export function Reliability({ title, of, words }: { title: string; of: ReliabilityView; words: Words }) {
  const summary = `AUROC ${figure(of.auroc)}, ECE ${figure(of.ece)}: ${count(of.wrong)} of ${count(of.judged)} ${words.wrong}`;
  return (
    <figure className="with-plot">
      <figcaption>
        <h3>{title}</h3>
        <p className="readable">{summary}</p>
      </figcaption>
      <Axes label={`${title}: stated confidence against the share that is ${words.right.toLowerCase()}`} across="stated confidence">
        <polyline className="even" points={line([{ x: 0, y: 0 }, { x: 1, y: 1 }])} />
        {of.bins.map((bin) => (
          <line key={bin.from} className="spread" x1={x(bin.confidence)} x2={x(bin.confidence)} y1={y(bin.right.low)} y2={y(bin.right.high)} />
        ))}
        <polyline className="curve first" points={line(of.bins.map(({ confidence, right }) => ({ x: confidence, y: right.value ?? 0 })))} />
        {of.bins.map((bin) => (
          <circle key={bin.from} className="dot" cx={x(bin.confidence)} cy={y(bin.right.value ?? 0)} r={4} />
        ))}
      </Axes>
      <table className="plain">
        <caption className="unseen">{title} by tenths</caption>
        <thead>
          <tr>
            <th scope="col">Stated</th>
            <th scope="col" className="num">Mean</th>
            <th scope="col">{words.right}</th>
            <th scope="col">95 % interval</th>
          </tr>
        </thead>
        <tbody>
          {of.bins.map((bin) => (
            <tr key={bin.from}>
              <th scope="row">{`${bin.from.toFixed(1)} to ${bin.to.toFixed(1)}`}</th>
              <td className="num">{bin.confidence.toFixed(3)}</td>
              <td>{shareOf(bin.right)}</td>
              <td>{interval(bin.right)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

export function Review({ steps, errors, words }: { steps: StepOfReview[]; errors: number; words: Words }) {
  if (steps.length === 0) return <p>There are no {words.errors} to find.</p>;
  const start = { x: 0, y: 0 };
  const curve = (part: "by_confidence" | "by_issues") => line([start, ...steps.map((step) => ({ x: step.reviewed, y: step[part] }))]);
  return (
    <figure className="with-plot">
      <figcaption>
        <p className="readable">
          {`Share of ${many(errors, words.errors.replace(/s$/, ""))} found when the most doubtful documents are reviewed first.`}
        </p>
        <p className="legend">
          <span className="key first" aria-hidden="true" /> lowest confidence first
          <span className="key second" aria-hidden="true" /> most issues first
        </p>
      </figcaption>
      <Axes label={`Share of ${words.errors} found against documents reviewed`} across="documents reviewed">
        <polyline className="even" points={line([start, { x: 1, y: 1 }])} />
        <polyline className="curve first" points={curve("by_confidence")} />
        <polyline className="curve second" points={curve("by_issues")} />
      </Axes>
      <table className="plain">
        <caption className="unseen">Share of {words.errors} found</caption>
        <thead>
          <tr>
            <th scope="col">Reviewed</th>
            <th scope="col" className="num">Lowest confidence first</th>
            <th scope="col" className="num">Most issues first</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.reviewed}>
              <th scope="row">{percent(step.reviewed)}</th>
              <td className="num">{percent(step.by_confidence)}</td>
              <td className="num">{percent(step.by_issues)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

// The filters of the library: chips with live counts, and menus for case, type and year.
import { ToggleButton } from "react-aria-components";
import type { LibraryFilter, LibraryPage, State } from "../../ipc";
import { Choices } from "../../shared/Choices";
import { count } from "../../shared/format";
import { Saved } from "./Saved";
import { STATES, STATE_NAMES, isRunning } from "../../shared/states";

/** A `seldom` chip is hidden while its count is 0. */
const CHIPS: { name: string; states: State[]; seldom?: true }[] = [
  { name: "all", states: [] },
  { name: "accepted", states: ["accepted"] },
  { name: "need review", states: ["needs_review"] },
  { name: "rejected", states: ["rejected"] },
  { name: "in progress", states: ["queued", ...STATES.filter(isRunning)] },
  { name: "failed", states: ["failed"] },
  { name: "cancelled", states: ["cancelled"], seldom: true },
  { name: "locked", states: ["password"] },
];

const same = (left: State[], right: State[]) => left.length === right.length && left.every((one) => right.includes(one));

interface Props {
  filter: LibraryFilter;
  counts: LibraryPage["counts"] | undefined;
  onChange: (filter: LibraryFilter) => void;
}

export function Filters({ filter, counts, onChange }: Props) {
  const number = (states: State[]) =>
    (states.length === 0 ? STATES : states).reduce((sum, state) => sum + (counts?.states[state] ?? 0), 0);
  const isOffered = ({ states, seldom }: (typeof CHIPS)[number]) =>
    seldom === undefined || number(states) > 0 || same(filter.states, states);
  return (
    <div className="chips" role="group" aria-label="Filters">
      {CHIPS.filter(isOffered).map(({ name, states }) => (
        <ToggleButton
          key={name}
          className="chip"
          isSelected={same(filter.states, states)}
          onChange={() => onChange({ ...filter, states })}
        >
          <b>{count(number(states))}</b> {name}
        </ToggleButton>
      ))}
      {(filter.ids ?? []).length > 0 && (
        <ToggleButton className="chip" isSelected onChange={() => onChange({ ...filter, ids: [] })}>
          <b>{count(filter.ids?.length ?? 0)}</b> from Evaluate
        </ToggleButton>
      )}
      <Choices
        name="case"
        chosen={filter.cases}
        options={(counts?.cases ?? []).map(({ name, count }) => ({ id: name, count }))}
        onChange={(cases) => onChange({ ...filter, cases })}
      />
      <Choices
        name="type"
        chosen={filter.labels}
        options={(counts?.labels ?? []).map(({ name, count }) => ({ id: name, count }))}
        onChange={(labels) => onChange({ ...filter, labels })}
      />
      <Choices
        name="year"
        chosen={filter.years.map(String)}
        options={(counts?.years ?? []).map(({ year, count }) => ({ id: String(year), count }))}
        onChange={(years) => onChange({ ...filter, years: years.map(Number) })}
      />
      <Saved filter={filter} onChange={onChange} />
      {filter.states.length === 1 && filter.states[0] !== undefined && (
        <span className="unseen">Showing {STATE_NAMES[filter.states[0]]}</span>
      )}
    </div>
  );
}

// The filters of the library: chips with live counts, and menus for case, type and year.
import { Button, Menu, MenuItem, MenuTrigger, Popover, ToggleButton } from "react-aria-components";
import type { LibraryFilter, LibraryPage, State } from "../../ipc";
import { count } from "../../shared/format";
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
      {filter.states.length === 1 && filter.states[0] !== undefined && (
        <span className="unseen">Showing {STATE_NAMES[filter.states[0]]}</span>
      )}
    </div>
  );
}

interface ChoicesProps {
  name: string;
  chosen: string[];
  options: { id: string; count: number }[];
  onChange: (chosen: string[]) => void;
}

function Choices({ name, chosen, options, onChange }: ChoicesProps) {
  const all = [...options, ...chosen.filter((id) => !options.some((one) => one.id === id)).map((id) => ({ id, count: 0 }))];
  return (
    <MenuTrigger>
      <Button className={chosen.length > 0 ? "chip on" : "chip"} isDisabled={all.length === 0}>
        <span className="clip">{chosen.length > 0 ? `${name}: ${chosen.join(", ")}` : name}</span>
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <Menu
          className="menu"
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) => onChange(keys === "all" ? all.map(({ id }) => id) : [...keys].map(String))}
        >
          {all.map((option) => (
            <MenuItem key={option.id} id={option.id} textValue={option.id}>
              <span className="clip">{option.id}</span>
              <span className="muted num grow">{count(option.count)}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

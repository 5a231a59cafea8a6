// Ground truth: all settled documents by how they were settled, the state of their log, and the audit of what was accepted
// automatically.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Input, SearchField, ToggleButton } from "react-aria-components";
import { queries, type GroundTruthRow } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Choices } from "../../shared/Choices";
import { count, many } from "../../shared/format";
import { useNavigation } from "../../shared/route";
import { Trouble } from "../../shared/Trouble";
import { useVerbs } from "../../shared/verbs";
import { Audit } from "./Audit";
import { counted, EVERYTHING, filtered, KINDS, type TruthFilter } from "./filters";
import { Settled } from "./Settled";
import "./truth.css";

const PERIODS = [
  { days: null, name: "any time" },
  { days: 1, name: "last day" },
  { days: 7, name: "last 7 days" },
  { days: 30, name: "last 30 days" },
];

export function Truth() {
  const { go } = useNavigation();
  const { exportDocuments } = useVerbs();
  const { data, error, refetch } = useQuery(queries.groundTruths());
  const [filter, setFilter] = useState(EVERYTHING);
  const [now] = useState(() => Date.now());
  const all = data ?? [];
  const rows = filtered(all, filter, now);
  const share = () => exportDocuments({ ids: rows.map((row) => row.document_id) }, rows.length, "ground truth");
  return (
    <div className="screen">
      <header className="bar">
        <h1>Ground truth</h1>
        <SearchField className="search" aria-label="Search names of files and cases" value={filter.search} onChange={(search) => setFilter({ ...filter, search })}>
          <Input className="input" placeholder="Search names of files and cases" />
        </SearchField>
        <span className="muted nowrap">{many(all.length, "settled document")}</span>
        <span className="grow" />
        <Btn isDisabled={rows.length === 0} onPress={share}>
          Export {many(rows.length, "document")}…
        </Btn>
      </header>
      <Audit />
      {error !== null && (
        <div className="pad">
          <Trouble error={error} onRetry={() => void refetch()} />
        </div>
      )}
      <Filters rows={all} filter={filter} now={now} onChange={setFilter} />
      {data !== undefined && rows.length === 0 ? (
        <div className="vacant">
          <h2>{all.length === 0 ? "Nothing is settled yet" : "No settled document fits"}</h2>
          <p className="muted">Documents appear here once they are accepted, by the program or by a person.</p>
        </div>
      ) : (
        <div className="panel table">
          <Settled rows={rows} onOpen={(row) => go({ screen: "document", id: row.document_id })} />
        </div>
      )}
      <div className="actions" role="group" aria-label="Counts">
        <span aria-live="polite">{byKind(rows)}</span>
      </div>
    </div>
  );
}

/** "12 documents: 9 automatic, 3 corrected" */
function byKind(rows: GroundTruthRow[]): string {
  const of = KINDS.map(({ id, name }) => ({ name, number: rows.filter((row) => row.kind === id).length }));
  const parts = of.filter(({ number }) => number > 0).map(({ name, number }) => `${count(number)} ${name}`);
  return [many(rows.length, "document"), parts.join(", ")].filter(Boolean).join(": ");
}

interface FiltersProps {
  rows: GroundTruthRow[];
  filter: TruthFilter;
  now: number;
  onChange: (filter: TruthFilter) => void;
}

function Filters({ rows, filter, now, onChange }: FiltersProps) {
  const kinds = counted(rows, filter, now, "kind");
  const every = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const choices = (part: "packs" | "labels" | "reviewers", name: string) => (
    <Choices name={name} chosen={filter[part]} options={counted(rows, filter, now, part)} onChange={(chosen) => onChange({ ...filter, [part]: chosen })} />
  );
  const period = PERIODS.find(({ days }) => days === filter.days)?.name ?? "";
  return (
    <div className="chips" role="group" aria-label="Filters">
      <ToggleButton className="chip" isSelected={filter.kind === null} onChange={() => onChange({ ...filter, kind: null })}>
        <b>{count(every)}</b> all
      </ToggleButton>
      {KINDS.map(({ id, name }) => (
        <ToggleButton key={id} className="chip" isSelected={filter.kind === id} onChange={(on) => onChange({ ...filter, kind: on ? id : null })}>
          <b>{count(kinds.find((kind) => kind.id === id)?.count ?? 0)}</b> {name}
        </ToggleButton>
      ))}
      {choices("packs", "pack")}
      {choices("labels", "type")}
      {choices("reviewers", "reviewer")}
      <Choices
        name="settled"
        chosen={filter.days === null ? [] : [period]}
        options={PERIODS.map(({ name, days }) => ({ id: name, count: filtered(rows, { ...filter, days }, now).length }))}
        onChange={(chosen) => onChange({ ...filter, days: PERIODS.find(({ name }) => name === chosen.at(-1))?.days ?? null })}
      />
    </div>
  );
}

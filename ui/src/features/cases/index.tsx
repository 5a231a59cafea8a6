// Cases: papers missing since last year, the documents, and totals with the documents behind each number one click away.
import { useQuery } from "@tanstack/react-query";
import { queries, type CaseTotal } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { count } from "../../shared/format";
import { useNavigation } from "../../shared/route";
import { Trouble } from "../../shared/Trouble";
import { useVerbs } from "../../shared/verbs";
import { Missing, Papers } from "./Papers";
import { LabelTotals } from "./Totals";
import "./cases.css";

export function Cases({ name }: { name?: string }) {
  const { go } = useNavigation();
  const { data, error, isSuccess, refetch } = useQuery(queries.cases());
  const cases = data ?? [];
  const chosen = name ?? cases[0]?.name;
  return (
    <div className="screen">
      <header className="bar">
        <h1>Cases</h1>
        <span className="muted">Totals for each client or patient.</span>
      </header>
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {isSuccess && cases.length === 0 ? (
        <div className="vacant">
          <h2>No cases yet</h2>
          <p className="muted">Drop a client’s folder, or select documents in the library and choose “Case…”.</p>
        </div>
      ) : (
        <div className="cases">
          <nav aria-label="Cases" className="case-list">
            {cases.map((one) => (
              <button
                key={one.name}
                type="button"
                className="nav"
                aria-current={one.name === chosen ? "true" : undefined}
                onClick={() => go({ screen: "cases", name: one.name })}
              >
                <span className="clip">{one.name}</span>
                <b>{count(one.count)}</b>
              </button>
            ))}
          </nav>
          {chosen !== undefined && <Case key={chosen} name={chosen} documents={cases.find((one) => one.name === chosen)?.count ?? 0} />}
        </div>
      )}
    </div>
  );
}

function Case({ name, documents }: { name: string; documents: number }) {
  const { go } = useNavigation();
  const { exportDocuments } = useVerbs();
  const { data, error, isSuccess, refetch } = useQuery(queries.caseView(name));
  const filter = { search: "", states: [], labels: [], years: [], cases: [name], trash: false };
  const groups = grouped(data?.totals ?? []);
  return (
    <div className="totals">
      <div className="line">
        <h2 className="readable">{name}</h2>
        <span className="grow" />
        <Btn onPress={() => go({ screen: "library", filter: { cases: [name] } })}>Show in library</Btn>
        <Btn onPress={() => exportDocuments({ filter }, documents, name)}>Export…</Btn>
      </div>
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Missing missing={data.missing} />}
      {data !== undefined && data.documents.length > 0 && <Papers documents={data.documents} />}
      {isSuccess && groups.length === 0 && (
        <p className="muted">No amounts yet. Totals appear once a form in this case is read.</p>
      )}
      {groups.map(({ title, totals }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <LabelTotals totals={totals} />
        </section>
      ))}
    </div>
  );
}

/** Amounts of different years are never added. */
function grouped(all: CaseTotal[]): { title: string; totals: CaseTotal[] }[] {
  const groups = new Map<string, CaseTotal[]>();
  for (const total of all) {
    const title = `${total.label} · ${total.year ?? "year unknown"}`;
    groups.set(title, [...(groups.get(title) ?? []), total]);
  }
  return [...groups].map(([title, totals]) => ({ title, totals }));
}

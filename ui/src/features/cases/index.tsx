// Cases: their documents and their totals, with the documents behind each number one click away.
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { queries, type CaseTotal, type LibraryQuery } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { count, many, money } from "../../shared/format";
import { useNavigation } from "../../shared/route";
import { Trouble } from "../../shared/Trouble";
import { useVerbs } from "../../shared/verbs";
import "./cases.css";

const ANY: LibraryQuery = {
  search: "",
  states: [],
  labels: [],
  years: [],
  cases: [],
  trash: false,
  sort: { column: "received", descending: true },
  offset: 0,
  limit: 1,
};

export function Cases({ name }: { name?: string }) {
  const { go } = useNavigation();
  const { data, error, isSuccess, refetch } = useQuery(queries.library(ANY));
  const cases = data?.counts.cases ?? [];
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
          {chosen !== undefined && <Totals key={chosen} name={chosen} documents={cases.find((one) => one.name === chosen)?.count ?? 0} />}
        </div>
      )}
    </div>
  );
}

function Totals({ name, documents }: { name: string; documents: number }) {
  const { go } = useNavigation();
  const { exportDocuments } = useVerbs();
  const { data, error, isSuccess, refetch } = useQuery(queries.caseTotals(name));
  const filter = { search: "", states: [], labels: [], years: [], cases: [name], trash: false };
  const groups = grouped(data ?? []);
  return (
    <div className="totals">
      <div className="line">
        <h2 className="readable">{name}</h2>
        <span className="grow" />
        <Btn onPress={() => go({ screen: "library", filter: { cases: [name] } })}>Show in library</Btn>
        <Btn onPress={() => exportDocuments({ filter }, documents, name)}>Export…</Btn>
      </div>
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
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

function LabelTotals({ totals }: { totals: CaseTotal[] }) {
  const { go } = useNavigation();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>Box</th>
          <th>Amount</th>
          <th className="num">Total</th>
          <th>From</th>
        </tr>
      </thead>
      <tbody>
        {totals.map((total) => {
          const shown = open === total.field;
          return (
            <Fragment key={total.field}>
              <tr>
                <td className="muted">{total.box ?? ""}</td>
                <td>{total.name}</td>
                <td className="num readable">{money(total.total)}</td>
                <td>
                  <Btn kind="link" aria-expanded={shown} onPress={() => setOpen(shown ? null : total.field)}>
                    {many(total.documents.filter((one) => one.copy_of === null).length, "value")} {shown ? "▾" : "▸"}
                  </Btn>
                  {total.unsettled > 0 && (
                    <small className="open-sum">{count(total.unsettled)} not yet accepted</small>
                  )}
                </td>
              </tr>
              {shown &&
                total.documents.map((one) => (
                  <tr key={one.document_id + one.form} className="behind">
                    <td />
                    <td className="muted clip">
                      {one.file_name}
                      {one.copy_of !== null
                        ? ` · duplicate of ${one.copy_of}, counted once`
                        : !one.accepted && " · not yet accepted"}
                    </td>
                    <td className={one.copy_of === null ? "num" : "num muted"}>{one.copy_of === null ? money(one.value) : "–"}</td>
                    <td>
                      <Btn
                        kind="link"
                        onPress={() =>
                          go({ screen: "document", id: one.document_id, at: { form: one.form, path: total.field } })
                        }
                      >
                        Show on the page
                      </Btn>
                    </td>
                  </tr>
                ))}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

// The state of the audit log, and for each pack the sample of automatic acceptances with the bound on its errors and the
// switch of automatic acceptance.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries, type AuditRules, type AuditView, type BrokenView, type ChainView, type PackAuditView } from "../../ipc";
import { useActs } from "../../shared/acts";
import { Btn } from "../../shared/Btn";
import { count, many, when } from "../../shared/format";
import { GoesOn } from "../../shared/GoesOn";
import { attempt, sayDone } from "../../shared/messages";
import { useNavigation } from "../../shared/route";
import { Trouble } from "../../shared/Trouble";
import { useVerbs } from "../../shared/verbs";
import { RulesForm, wholeNumber } from "./RulesForm";
import { Second } from "./Second";

export function Audit() {
  const { data, error, refetch } = useQuery(queries.audit());
  return (
    <div className="audit">
      <Chain />
      <section aria-label="Audit sample">
        {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
        {data !== undefined && <Sample audit={data} />}
      </section>
      <Second />
    </div>
  );
}

function Chain() {
  const { go } = useNavigation();
  const { data, error, isFetching, refetch } = useQuery(queries.chain());
  const [broken] = data?.broken ?? [];
  return (
    <section aria-label="Audit log">
      {isFetching ? (
        <div className="line">
          <span className="nowrap">Verifying the log…</span>
          <GoesOn kind="audit" total={0} unit="document" stop={commands.stopAudit} />
        </div>
      ) : (
        <div className="line">
          {error === null ? <State chain={data ?? null} /> : <Trouble error={error} />}
          {broken !== undefined && broken.file_name !== null && broken.document_id !== null && (
            <Btn kind="link" onPress={() => go({ screen: "document", id: broken.document_id ?? "" })}>
              Open {broken.file_name}
            </Btn>
          )}
          <span className="grow" />
          <Btn onPress={() => void refetch()}>Verify again</Btn>
        </div>
      )}
    </section>
  );
}

function State({ chain }: { chain: ChainView | null }) {
  if (chain === null) return <span className="muted">The log was not verified</span>;
  const [first, ...more] = chain.broken;
  if (first === undefined)
    return (
      <span title={chain.head ?? undefined}>
        <span className="tag ok">Log verified</span> {many(chain.entries, "entry", "entries")}, {many(chain.rows, "row")}
      </span>
    );
  return (
    <span role="alert" className="readable">
      <span className="tag bad">{first.number === null ? "Log broken" : `Log broken at entry ${count(first.number)}`}</span> {described(first)}
      {more.length > 0 && ` (${many(more.length, "difference")} more)`}
    </span>
  );
}

function described({ at, file_name, document_id, what }: BrokenView): string {
  const document = file_name ?? (document_id === null ? null : `document ${document_id}`);
  return [at === null ? null : when(at), document, what].filter((part) => part !== null).join(" · ");
}

function Sample({ audit }: { audit: AuditView }) {
  const { go } = useNavigation();
  const [changing, setChanging] = useState(false);
  const { rules, waiting, packs } = audit;
  const check = async () => {
    const { preferences } = await commands.overview();
    await commands.setPreferences({ ...preferences, review_order: "audit_sample" });
    go({ screen: "review" });
  };
  return (
    <>
      <div className="line">
        <span>
          {rules.percent} % of automatic acceptances are drawn to be checked; the limit is {rules.limit_percent} % wrong.
        </span>
        <Btn kind="link" aria-expanded={changing} onPress={() => setChanging(!changing)}>
          {changing ? "Keep them" : "Change…"}
        </Btn>
        <span className="grow" />
        {waiting > 0 && <Btn onPress={() => attempt(check())}>Check {many(waiting, "drawn document")}</Btn>}
      </div>
      {changing && <Rules rules={rules} onDone={() => setChanging(false)} />}
      {packs.map((pack) => (
        <Pack key={pack.pack} of={pack} />
      ))}
    </>
  );
}

function Pack({ of }: { of: PackAuditView }) {
  const acts = useActs();
  const { signed } = useVerbs();
  const on = of.off === null;
  const flip = async () => {
    await signed();
    const to = (state: boolean) => () => commands.switchAcceptance(of.pack, state);
    await to(!on)();
    const label = `switched automatic acceptance of ${of.pack} ${on ? "off" : "on"}`;
    acts.did({ change: { label, undo: to(on), redo: to(!on) } });
    sayDone(`Automatic acceptance of ${of.pack} is ${on ? "off" : "on"}`, () => acts.undo());
  };
  const bound = (100 * of.upper_bound).toFixed(1);
  return (
    <div className="line">
      <strong>{of.pack}</strong>
      <span className={on ? "tag ok" : "tag bad"}>{on ? "automatic acceptance on" : "automatic acceptance off"}</span>
      <span title="One-sided 95 % upper bound (Clopper-Pearson)">
        {of.judged === 0
          ? `${count(of.drawn)} drawn, none checked yet`
          : `${count(of.drawn)} drawn, ${count(of.judged)} checked, ${count(of.wrong)} wrong: at most ${bound} % of all are (95 %)`}
      </span>
      {of.off !== null && <span className="muted readable">{of.off}</span>}
      <span className="grow" />
      <Btn onPress={() => attempt(flip())}>Switch {on ? "off" : "on"}</Btn>
    </div>
  );
}

function Rules({ rules, onDone }: { rules: AuditRules; onDone: () => void }) {
  const acts = useActs();
  const { signed } = useVerbs();
  const save = async ([percent, limit_percent]: [number, number]) => {
    await signed();
    const to = (next: AuditRules) => () => commands.setAuditRules(next);
    const after = { percent, limit_percent };
    await to(after)();
    acts.did({ change: { label: "changed the rules of the audit", undo: to(rules), redo: to(after) } });
    sayDone("Rules of the audit changed", () => acts.undo());
    onDone();
  };
  return (
    <RulesForm
      first={{ label: "Percent to draw", value: rules.percent, read: wholeNumber(100) }}
      second={{ label: "Limit, percent wrong", value: rules.limit_percent, read: wholeNumber(100) }}
      onSave={(next) => attempt(save(next))}
    />
  );
}

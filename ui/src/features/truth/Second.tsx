// The blind second review of a sample of settled documents: what waits, how far both reviewers agree, and what differs.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries, type AgreementView, type SecondReviewView, type SecondRules } from "../../ipc";
import { useActs } from "../../shared/acts";
import { Btn } from "../../shared/Btn";
import { count, many } from "../../shared/format";
import { attempt, complain, sayDone } from "../../shared/messages";
import { Trouble } from "../../shared/Trouble";
import { useVerbs } from "../../shared/verbs";
import { Adjudicate } from "./Adjudicate";
import { Blind } from "./Blind";
import { RulesForm, wholeNumber } from "./RulesForm";

type Opened = { blind: string } | { differing: string } | null;

export function Second() {
  const { data, error, refetch } = useQuery(queries.secondReviews());
  return (
    <section aria-label="Second review">
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Sample of={data} />}
    </section>
  );
}

function Sample({ of }: { of: SecondReviewView }) {
  const { signed } = useVerbs();
  const [opened, setOpened] = useState<Opened>(null);
  const [changing, setChanging] = useState(false);
  const [listed, setListed] = useState(false);
  const { rules, documents, unnamed, agreement } = of;
  const waiting = documents.filter(({ state }) => state === "waits");
  const differing = documents.filter(({ state }) => state === "differs");
  const review = async () => {
    await signed();
    const { preferences } = await commands.overview();
    const mine = preferences.reviewer?.trim().toLowerCase() ?? "";
    if (mine === "") return complain("A second review needs your name. Enter it in Settings.");
    const next = waiting.find(({ first }) => first.trim().toLowerCase() !== mine);
    if (next === undefined) return complain("You settled all documents that wait. They need someone else, whose name is entered in Settings.");
    setOpened({ blind: next.document_id });
  };
  const adjudicate = async () => {
    await signed();
    const [next] = differing;
    if (next !== undefined) setOpened({ differing: next.document_id });
  };
  const row = opened !== null && "differing" in opened ? differing.find(({ document_id }) => document_id === opened.differing) : undefined;
  const close = () => setOpened(null);
  return (
    <>
      <div className="line">
        <span>
          Second review: {rules.percent} % of the documents that people settled are drawn, with seed {rules.seed}: {count(documents.length)} drawn, {count(waiting.length)} waiting,{" "}
          {count(differing.length)} to adjudicate.
        </span>
        {unnamed > 0 && <span className="muted">{many(unnamed, "document")} settled without a name cannot be drawn.</span>}
        <Btn kind="link" aria-expanded={changing} onPress={() => setChanging(!changing)}>
          {changing ? "Keep this sample" : "Change the sample…"}
        </Btn>
        <span className="grow" />
        {agreement.length > 0 && (
          <Btn kind="link" aria-expanded={listed} onPress={() => setListed(!listed)}>
            {listed ? "Hide agreement" : "Show agreement"}
          </Btn>
        )}
        {differing.length > 0 && <Btn onPress={() => attempt(adjudicate())}>Adjudicate {many(differing.length, "document")}</Btn>}
        {waiting.length > 0 && <Btn onPress={() => attempt(review())}>Review {many(waiting.length, "document")} blind</Btn>}
      </div>
      {changing && <Rules rules={rules} onDone={() => setChanging(false)} />}
      {listed && <Agreement of={agreement} />}
      {opened !== null && "blind" in opened && <Blind id={opened.blind} onClose={close} />}
      {row !== undefined && <Adjudicate row={row} onClose={close} />}
    </>
  );
}

function Rules({ rules, onDone }: { rules: SecondRules; onDone: () => void }) {
  const acts = useActs();
  const save = async ([percent, seed]: [number, number]) => {
    const to = (next: SecondRules) => () => commands.setSecondRules(next);
    const after = { percent, seed };
    await to(after)();
    acts.did({ change: { label: "changed the sample of second reviews", undo: to(rules), redo: to(after) } });
    sayDone("Sample of second reviews changed", () => acts.undo());
    onDone();
  };
  return (
    <RulesForm
      first={{ label: "Percent to draw", value: rules.percent, read: wholeNumber(100) }}
      second={{ label: "Seed", value: rules.seed, read: wholeNumber(999_999_999) }}
      onSave={(next) => attempt(save(next))}
    />
  );
}

const percent = (share: number) => (100 * share).toFixed(1);

function Agreement({ of }: { of: AgreementView[] }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
    <div className="agreement" role="region" aria-label="Agreement" tabIndex={0}>
      <table className="plain">
        <thead>
          <tr>
            <th>Value</th>
            <th>The same</th>
            <th title="95 % Wilson interval">Share (95 %)</th>
            <th title="Agreement beyond chance, for values that are one of a few categories. 1 is full agreement, 0 what chance gives.">Cohen’s kappa (95 %)</th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ title, same, of: all, low, high, kappa }) => (
            <tr key={title}>
              <td>{title}</td>
              <td>
                {count(same)} of {count(all)}
              </td>
              <td>
                {percent(same / all)} % ({percent(low)} to {percent(high)})
              </td>
              <td>{kappa === null ? "–" : `${kappa.value.toFixed(2)} (${kappa.low.toFixed(2)} to ${kappa.high.toFixed(2)})`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

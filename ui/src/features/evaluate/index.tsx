// Evaluation: two sides of the workspace compared, each figure leading to the documents behind it.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { commands, queries, type EvaluationView, type SideView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { useHome } from "../../shared/focus";
import { many } from "../../shared/format";
import { GoesOn } from "../../shared/GoesOn";
import { Choice } from "../../shared/inputs";
import { useNavigation } from "../../shared/route";
import { Trouble } from "../../shared/Trouble";
import { Confusion } from "./Confusion";
import { Effort } from "./Effort";
import { sidesOf, wordsOf, type Sides } from "./figures";
import { Reliability, Review } from "./Plots";
import { Fields, Types } from "./Scores";
import "./evaluate.css";

const ANY_PACK = "";

export function Evaluate() {
  const { data: overview } = useQuery(queries.overview());
  const [pack, setPack] = useState(ANY_PACK);
  const [chosen, setChosen] = useState<Sides>({ of: undefined, against: undefined });
  const sides = useQuery(queries.sides(pack === ANY_PACK ? null : pack));
  const { of, against } = sidesOf(sides.data ?? [], chosen);
  const packs = overview?.packs ?? [];
  return (
    <>
      <header className="bar">
        <h1>Evaluate</h1>
        <span className="muted">Compare what was read with what people settled, or with other results.</span>
      </header>
      {sides.error !== null && (
        <div className="pad">
          <Trouble error={sides.error} onRetry={() => void sides.refetch()} />
        </div>
      )}
      <div className="sides" role="group" aria-label="What to compare">
        <Side label="Results" sides={sides.data ?? []} value={of} onChange={(name) => setChosen({ of: name, against })} />
        <Side label="Reference" sides={sides.data ?? []} value={against} onChange={(name) => setChosen({ of, against: name })} />
        {packs.length > 1 && (
          <Choice
            label="Pack"
            value={pack}
            options={[{ id: ANY_PACK, name: "All packs" }, ...packs.map(({ name, title }) => ({ id: name, name: title }))]}
            onChange={setPack}
          />
        )}
      </div>
      {of !== undefined && against !== undefined && of !== against ? (
        <Compared of={of} against={against} pack={pack === ANY_PACK ? null : pack} sides={sides.data ?? []} />
      ) : (
        sides.isSuccess && <Nothing same={of !== undefined && of === against} />
      )}
    </>
  );
}

interface SideProps {
  label: string;
  sides: SideView[];
  value: string | undefined;
  onChange: (name: string) => void;
}

function Side({ label, sides, value, onChange }: SideProps) {
  const options = sides.map(({ name, title, documents }) => ({
    id: name,
    name: title,
    about: many(documents, "document"),
    ...(documents === 0 && { off: "nothing yet" }),
  }));
  return <Choice label={label} value={value ?? ""} options={options} onChange={onChange} />;
}

function Nothing({ same }: { same: boolean }) {
  return (
    <div className="vacant">
      <h2>{same ? "Both sides are the same" : "Nothing to compare yet"}</h2>
      <p className="muted">
        {same
          ? "Choose two that differ."
          : "Evaluation needs documents that a person has accepted or corrected, or documents that two engines or versions have read. Accept some in Review, or reprocess some with another engine."}
      </p>
    </div>
  );
}

interface ComparedProps {
  of: string;
  against: string;
  pack: string | null;
  sides: SideView[];
}

function Compared({ of, against, pack, sides }: ComparedProps) {
  const { data, error, isFetching, isSuccess, refetch } = useQuery(queries.evaluation({ of, against, pack }));
  const again = () => void refetch();
  if (isFetching)
    return (
      <div className="line pad">
        <span className="nowrap">Comparing…</span>
        <GoesOn kind="evaluation" total={0} unit="document" stop={commands.stopEvaluation} />
      </div>
    );
  if (error !== null)
    return (
      <div className="pad">
        <Trouble error={error} onRetry={again} />
      </div>
    );
  if (!isSuccess) return null;
  if (data === null)
    return (
      <div className="vacant">
        <h2>The comparison was stopped</h2>
        <Btn onPress={again}>Compare again</Btn>
      </div>
    );
  if (data.documents.length === 0)
    return (
      <div className="vacant">
        <h2>No document has both</h2>
        <p className="muted">
          {data.of.title} has {many(data.of.documents, "document")}, {data.against.title} {many(data.against.documents, "document")}, and none is the same.
        </p>
        <Btn onPress={again}>Compare again</Btn>
      </div>
    );
  const changed = [data.of, data.against].some((side) => sides.find(({ name }) => name === side.name)?.documents !== side.documents);
  return <Results data={data} changed={changed} onAgain={again} />;
}

interface ResultsProps {
  data: EvaluationView;
  /** Whether there are other documents to compare by now. */
  changed: boolean;
  onAgain: () => void;
}

function Results({ data, changed, onAgain }: ResultsProps) {
  const { go } = useNavigation();
  const scroller = useRef<HTMLDivElement>(null);
  const remember = useLast(scroller);
  const words = wordsOf(data.kind);
  const open = (positions: number[], from: HTMLElement) => {
    remember(from);
    go({ screen: "library", filter: { ids: positions.map((at) => data.documents[at] ?? "") } });
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className="evaluation" role="region" aria-label="Comparison" tabIndex={0}>
      <div className="line">
        <p className="readable">
          {data.kind === "truth"
            ? `${data.of.title} against what people settled: ${many(data.documents.length, "document")}.`
            : `${data.of.title} against ${data.against.title}: ${many(data.documents.length, "document")}. Neither is known to be right, so figures tell where they differ.`}
        </p>
        <span className="grow" />
        {changed && <span className="tag warn">Documents were added or removed since</span>}
        <Btn onPress={onAgain}>Compare again</Btn>
      </div>
      {data.unreadable.length > 0 && <p className="note readable">Left out because they could not be read: {data.unreadable.join(", ")}</p>}
      <Part title="Summary">
        <dl className="summary readable">
          {data.summary.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title="Types">
        <Confusion cells={data.confusion} kind={data.kind} onOpen={open} />
        <Types types={data.types} words={words} onOpen={open} />
      </Part>
      <Part title="Fields">
        <Fields fields={data.fields} words={words} onOpen={open} />
      </Part>
      <Part title="Confidence">
        <div className="plots">
          <Reliability title="Confidence of values" of={data.value_confidence} words={words} />
          <Reliability title="Confidence of types" of={data.type_confidence} words={words} />
        </div>
      </Part>
      <Part title="Review">
        <Review steps={data.review} errors={data.errors} words={words} />
      </Part>
      <Part title="Cost and time">
        <Effort data={data} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What gets the focus when the screen is shown again: what a list was opened from, at first the whole comparison. */
function useLast(first: RefObject<HTMLElement | null>): (from: HTMLElement) => void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (last.current?.isConnected !== true) last.current = first.current;
  }, [first]);
  useHome(last);
  return (from) => {
    last.current = from;
  };
}

// The expert's corrections of the whole document: its label, its marking as a banner line, the page ranges of its
// parts, and the share of each type. A single page's marking is corrected beside its findings, values of forms under
// Fields. The program works out what follows from a change.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries, type ClassificationView, type MarkingView, type SegmentView, type ShareView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { pagesOf } from "../../shared/format";
import { Choice, TextInput } from "../../shared/inputs";
import { faultsOf, halves, type Range } from "./ranges";
import { useRelabel, type Relabel } from "./relabel";
import { useDesk } from "./stage";
import { Sides } from "./TwoReadings";

export function PutRight() {
  const { view } = useDesk();
  const relabel = useRelabel();
  const { data: overview } = useQuery(queries.overview());
  const found = view.classification;
  const labels = overview?.packs.find((pack) => pack.name === view.document.pack)?.labels ?? [];
  if (found === null || labels.length === 0) return null;
  return (
    <section aria-label="Fix classification" className="pad-in stack" id="put-right">
      <TwoKinds relabel={relabel} />
      <Choice label="Document type" value={found.label} options={named(labels)} onChange={(label) => relabel("label", label)} />
      {found.marking !== null && <MarkingLine key={JSON.stringify(found.marking)} marking={found.marking} relabel={relabel} />}
      {view.document.mode !== "pages" && <Papers found={found} labels={labels} relabel={relabel} />}
    </section>
  );
}

const WHAT: Record<string, string> = { segments: "the segments", label: "the document type" };

/** What the two readings are about. */
function about(path: string): string {
  const page = /^pages\[(\d+)\]/.exec(path)?.[1];
  return page === undefined ? (WHAT[path] ?? "the form type") : `the marking on page ${Number(page) + 1}`;
}

/** Where the engines disagree about the label of the document, a part of it or a page's marking: shows both, and one
 *  key takes one of them. */
function TwoKinds({ relabel }: { relabel: Relabel }) {
  const { view } = useDesk();
  const open = view.issues.flatMap((issue) => (issue.kinds === null ? [] : [{ issue, ...issue.kinds }]));
  return open.map(({ issue, path, current, other }, index) => (
    <Sides
      key={issue.id}
      name={about(path)}
      chosen={index === 0}
      current={{ who: "Model", what: issue.actual ?? current, regions: [] }}
      other={{ who: "This computer", what: issue.expected ?? other, regions: issue.evidence.flatMap((one) => one.regions) }}
      onPick={(which) => relabel(path, which === "current" ? current : other)}
    />
  ));
}

const named = (labels: string[]) => labels.map((name) => ({ id: name, name }));

/** The level with its controls and countries, as a banner prints it, and its declassification date. */
function MarkingLine({ marking, relabel }: { marking: MarkingView; relabel: Relabel }) {
  const [line, setLine] = useState(marking.line);
  const [until, setUntil] = useState(marking.declassify_on ?? "");
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <>
      <div className="line wrap">
        <TextInput label="Document marking" hint="e.g. SECRET//SI//REL TO USA, GBR" value={line} onChange={setLine} fault={refused} />
        <Btn isDisabled={line === marking.line} onPress={() => relabel("marking", line, setRefused)}>
          Save marking
        </Btn>
      </div>
      <div className="line wrap">
        <TextInput label="Declassify on" value={until} onChange={setUntil} />
        <Btn isDisabled={until === (marking.declassify_on ?? "")} onPress={() => relabel("marking.declassify_on", until)}>
          Save declassification
        </Btn>
      </div>
    </>
  );
}

function Papers({ found, labels, relabel }: { found: ClassificationView; labels: string[]; relabel: Relabel }) {
  const { segments, mixture } = found;
  return (
    <>
      <Ranges key={JSON.stringify(segments.map(({ first_page, last_page, label }) => [first_page, last_page, label]))} {...{ segments, labels, relabel }} />
      {mixture.length > 0 &&
        segments.map((segment, index) => (
          <details key={segment.first_page}>
            <summary>
              Mixture on {pagesOf(segment.first_page, segment.last_page)}
            </summary>
            {segment.types.map((share, at) => (
              <Type key={share.label} share={share} path={`segments[${index}].types[${at}]`} relabel={relabel} />
            ))}
          </details>
        ))}
    </>
  );
}

/** The page ranges, changed together: no page may be lost or doubled between two of them. */
function Ranges({ segments, labels, relabel }: { segments: SegmentView[]; labels: string[]; relabel: Relabel }) {
  const { view } = useDesk();
  const before: Range[] = segments.map(({ first_page, last_page, label }) => ({ first: `${first_page}`, last: `${last_page}`, label }));
  const [ranges, setRanges] = useState(before);
  const [refused, setRefused] = useState<string | null>(null);
  const change = (at: number, part: Partial<Range>) => setRanges(ranges.map((range, index) => (index === at ? { ...range, ...part } : range)));
  const split = (at: number) => {
    const own = ranges[at];
    const parts = own === undefined ? null : halves(own);
    if (parts !== null) setRanges([...ranges.slice(0, at), ...parts, ...ranges.slice(at + 1)]);
  };
  const faults = faultsOf(ranges, view.pages.length);
  const sound = faults.every(({ first, last }) => first === null && last === null);
  const save = () =>
    relabel(
      "segments",
      JSON.stringify(ranges.map(({ first, last, label }) => ({ first_page: Number(first), last_page: Number(last), label }))),
      setRefused,
    );
  return (
    <fieldset className="stack">
      <legend>Segments</legend>
      {ranges.map(({ first, last, label }, at) => (
        <div key={at} className="line wrap">
          <TextInput label="First page" value={first} onChange={(text) => change(at, { first: text })} inputMode="numeric" fault={faults[at]?.first} />
          <TextInput label="Last page" value={last} onChange={(text) => change(at, { last: text })} inputMode="numeric" fault={faults[at]?.last} />
          <Choice label="Type" value={label} options={named(labels)} onChange={(name) => change(at, { label: name })} />
          <Btn isDisabled={first === last} onPress={() => split(at)}>
            Split
          </Btn>
          {ranges.length > 1 && <Btn onPress={() => setRanges(ranges.filter((_, index) => index !== at))}>Remove</Btn>}
        </div>
      ))}
      <Btn isDisabled={!sound || JSON.stringify(ranges) === JSON.stringify(before)} onPress={save}>
        Save segments
      </Btn>
      {refused !== null && (
        <p className="fault" role="alert">
          {refused}
        </p>
      )}
    </fieldset>
  );
}

const PRESENCES = [
  { id: "PRIMARY", name: "primary" },
  { id: "EMBEDDED_RAW", name: "embedded" },
  { id: "MENTION_ONLY", name: "mentioned" },
  { id: "NO_EVIDENCE", name: "no evidence" },
];

/** Whether a type is present, and its share of the document. Shares that do not add up to 1 are normalized at the
 *  end. */
function Type({ share, path, relabel }: { share: ShareView; path: string; relabel: Relabel }) {
  const own = share.share.toFixed(2);
  const [text, setText] = useState(own);
  return (
    <div className="line wrap">
      <Choice label={share.label} value={share.presence} options={PRESENCES} onChange={(presence) => relabel(`${path}.presence`, presence)} />
      <TextInput label="Share (0 to 1)" value={text} onChange={setText} inputMode="decimal" />
      <Btn isDisabled={text === own || !/^[01]?(\.\d+)?$/.test(text) || text === ""} onPress={() => relabel(`${path}.share`, text)}>
        Save share
      </Btn>
    </div>
  );
}

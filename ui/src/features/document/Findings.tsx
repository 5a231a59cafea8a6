// Findings of documents judged page by page: one line per page as its finding arrives, and all findings on the current
// page.
import { useState } from "react";
import type { FindingView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { many } from "../../shared/format";
import { TextInput } from "../../shared/inputs";
import { MarkingChip } from "../../shared/Marking";
import { BANDS, Sureness } from "../../shared/states";
import { findingOf, looksAt } from "./findings";
import { PageList } from "./PageList";
import { useRelabel } from "./relabel";
import { useDesk } from "./stage";

const ROW = 30;

export function Findings() {
  const { view, stage } = useDesk();
  const looked = new Set(view.findings.map((one) => one.page)).size;
  return (
    <>
      <section aria-label="Pages">
        <h2 className="sec">
          {looked < view.pages.length
            ? `Pages: ${looked} of ${view.pages.length} examined`
            : many(view.pages.length, "page")}
        </h2>
        <PageList label="Findings by page" kind="look" step={ROW} beyond={5}>
          {(page) => (
            <>
              <span className="box">{page.number}</span>
              <Line number={page.number} />
            </>
          )}
        </PageList>
      </section>
      <section aria-label={`Findings on page ${stage.page}`}>
        <h2 className="sec">Page {stage.page}</h2>
        {looksAt(view, stage.page).map((finding) => (
          <Correction key={finding.pass} finding={finding} />
        ))}
        {looksAt(view, stage.page).map((finding) => (
          <Look key={finding.pass} finding={finding} />
        ))}
        {looksAt(view, stage.page).length === 0 && (
          <p className="muted pad-in">Not examined yet. Findings appear here as soon as they are made.</p>
        )}
        {looksAt(view, stage.page).length > 1 && <Both />}
        {view.classification?.marking != null && <PageMarking key={`${stage.page} ${findingOf(view, stage.page)?.marking?.line ?? ""}`} page={stage.page} />}
      </section>
    </>
  );
}

function Line({ number }: { number: number }) {
  const { view } = useDesk();
  const finding = findingOf(view, number);
  if (finding === null) return <span className="muted">waiting</span>;
  const looks = looksAt(view, number).length;
  return (
    <>
      <Result finding={finding} />
      <span className="muted nowrap">{looks > 1 ? "two passes" : finding.wants !== null ? "second pass due" : ""}</span>
      <span className={finding.band === "LOW" ? "bad-ink nowrap" : "muted nowrap"}>{BANDS[finding.band]}</span>
    </>
  );
}

function Result({ finding }: { finding: Pick<FindingView, "marking" | "label"> }) {
  if (finding.marking !== null) return <MarkingChip marking={finding.marking} />;
  return <span className="clip">{finding.label ?? "nothing"}</span>;
}

/** A person's correction of the page, above the findings. */
function Correction({ finding }: { finding: FindingView }) {
  if (finding.corrected === null) return null;
  return (
    <article className="note quiet issue" aria-label="Correction">
      <strong>Corrected by {finding.corrected.by}</strong>
      <Result finding={finding} />
    </article>
  );
}

/** All findings of one look at the current page. */
function Look({ finding }: { finding: FindingView }) {
  const { act } = useDesk();
  const { markings_found: found, absence, wants, rationale, corrected } = finding;
  const places = finding.evidence.flatMap((one) => one.regions);
  return (
    <article className="note quiet issue" aria-label={finding.pass === "classify" ? "First pass" : "Second pass"}>
      <p className="line">
        <strong>{finding.pass === "classify" ? "First pass" : "Second pass (enhanced image)"}</strong>
        {corrected === null && <Sureness value={finding.confidence} band={finding.band} />}
      </p>
      {corrected === null ? (
        <Result finding={finding} />
      ) : (
        <p>
          Read as{" "}
          <del>
            <Result finding={corrected} />
          </del>
        </p>
      )}
      {found.length > 0 && (
        <ul className="verbatim readable" aria-label="Markings as printed">
          {found.map((text) => (
            <li key={text}>
              <code>{text}</code>
            </li>
          ))}
        </ul>
      )}
      <p className="readable">{rationale}</p>
      {wants !== null && <p className="readable">Requested a better image: {wants}.</p>}
      {absence !== null && (
        <p className="readable muted">
          No marking on this page. Searched: {absence.zones.join(", ")};{" "}
          {absence.enhancements.length === 0 ? "on the original image" : `after ${absence.enhancements.join(", ")}`}.
        </p>
      )}
      {places.length > 0 && (
        <Btn kind="link" onPress={() => act({ do: "show", regions: places })}>
          {absence === null ? "Show the marking" : "Show the searched areas"}
        </Btn>
      )}
    </article>
  );
}

/** The marking of the current page, corrected as a banner line. The document's marking follows. */
function PageMarking({ page }: { page: number }) {
  const { view } = useDesk();
  const relabel = useRelabel();
  const finding = findingOf(view, page);
  const stands = finding?.marking?.line ?? finding?.label ?? "";
  const [line, setLine] = useState(stands);
  const [refused, setRefused] = useState<string | null>(null);
  if (finding === null) return null;
  return (
    <div className="line wrap pad-in">
      <TextInput label={`Page ${page} marking`} hint="e.g. SECRET//NOFORN" value={line} onChange={setLine} fault={refused} />
      <Btn isDisabled={line.trim() === "" || line === stands} onPress={() => relabel(`pages[${page - 1}].marking`, line, setRefused)}>
        Save page marking
      </Btn>
    </div>
  );
}

function Both() {
  const { act } = useDesk();
  return (
    <div className="pad-in">
      <Btn cap="c" onPress={() => act({ do: "compare", on: true })}>
        Compare readings
      </Btn>
    </div>
  );
}

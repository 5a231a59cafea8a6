// Two readings of the current page side by side: each prepared picture with the words read from it, uncertain words
// shaded. Shows what a better picture gained, and why it was requested.
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { queries, type PageView, type ReadingView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Choice } from "../../shared/inputs";
import { many } from "../../shared/format";
import { Trouble } from "../../shared/Trouble";
import { looksAt } from "./findings";
import { PagePicture } from "./PagePicture";
import { useDesk } from "./stage";
import { Doubts } from "./WordLayer";

export function Compare() {
  const { view, stage, act } = useDesk();
  const { data, error, refetch } = useQuery(queries.readings(view.row.document_id, stage.page));
  const page = view.pages.find((one) => one.number === stage.page);
  const [chosen, setChosen] = useState<{ left?: number; right?: number }>({});
  const readings = data ?? [];
  const numbered = (number: number | undefined) => readings.find((one) => one.number === number);
  // The first reading that can be compared with the newest one.
  const left = numbered(chosen.left) ?? readings.find((one) => one.words.length > 0) ?? readings[0];
  const right = numbered(chosen.right) ?? readings.at(-1);
  const reason = right?.reason ?? left?.reason ?? looksAt(view, stage.page).find((one) => one.wants !== null)?.wants;
  return (
    <section className="compare" aria-label={`Readings of page ${stage.page}`}>
      <header className="compare-head">
        <strong>Page {stage.page}</strong>
        <span className="muted clip grow" title={reason ?? undefined}>
          {reason === undefined || reason === null ? many(readings.length, "reading") : `Read again because ${reason}`}
        </span>
        <Btn cap="c" onPress={() => act({ do: "compare", on: false })}>
          Back to the page
        </Btn>
      </header>
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {page !== undefined && left !== undefined && right !== undefined && (
        <div className="compare-sides">
          <Side title="Left" page={page} reading={left} readings={readings} onChoose={(number) => setChosen({ ...chosen, left: number })} />
          <Side title="Right" page={page} reading={right} readings={readings} onChoose={(number) => setChosen({ ...chosen, right: number })} />
        </div>
      )}
    </section>
  );
}

/** `1 · text in the file`, `2 · OCR at 300 dpi, fine detection`. */
export function readingName({ number, source, dpi, turn, enhancements }: ReadingView): string {
  if (source === "merged") return `${number} · combined with closer looks at parts of the page`;
  if (source !== "ocr") return `${number} · ${source === "form" ? "text and form values" : "text"} in the file`;
  const turned = Math.abs(turn) < 0.05 ? [] : [`rotated by ${turn.toFixed(1)}°`];
  return [`${number} · OCR at ${Math.round(dpi ?? 0)} dpi`, ...turned, ...enhancements].join(", ");
}

interface Props {
  title: string;
  page: PageView;
  reading: ReadingView;
  readings: ReadingView[];
  onChoose: (number: number) => void;
}

function Side({ title, page, reading, readings, onChoose }: Props) {
  const { view } = useDesk();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = frame.current;
    if (target === null) return;
    const measure = () => setWidth(target.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  const prepared = reading.enhancements.length > 0;
  const scale = width / page.width;
  return (
    <div className="compare-side">
      <Choice
        label={title}
        value={String(reading.number)}
        options={readings.map((one) => ({ id: String(one.number), name: readingName(one) }))}
        onChange={(number) => onChoose(Number(number))}
      />
      {/* Keys scroll it, so it must be focusable. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="compare-scroll" tabIndex={0} role="group" aria-label={readingName(reading)}>
        <div ref={frame} className="sheet still" style={{ height: page.height * scale }}>
          {width > 0 && <PagePicture document={view.row.document_id} page={page.number} width={width} reading={prepared ? reading.number : undefined} />}
          <div className="words" style={{ width: page.width, height: page.height, transform: `scale(${scale})` }}>
            <Doubts words={reading.words} outlined />
          </div>
        </div>
        <p className="compare-text readable">{reading.words.map((word) => word.text).join(" ") || "No words."}</p>
      </div>
    </div>
  );
}

// The words of a page as transparent text over the picture, so that they can be selected and copied. It is laid out in
// points and scaled as a whole: zooming touches no word.
import { memo, useEffect, useRef, type RefObject } from "react";
import type { PageWord } from "../../ipc";
import type { Size } from "./geometry";
import type { Pick } from "./picking";

interface Props {
  words: PageWord[];
  page: Size;
  scale: number;
  pick: Pick | null;
  /** Whether recognized words are shaded by uncertainty. */
  doubts: boolean;
}

export function WordLayer({ words, page, scale, pick, doubts }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  useSelection(layer, words, pick);
  return (
    <div
      ref={layer}
      className="words readable"
      aria-hidden="true"
      style={{ width: page.width, height: page.height, transform: `scale(${scale})` }}
    >
      {doubts && <Doubts words={words} />}
      {pick !== null &&
        words.slice(pick.from, pick.to + 1).map((word, index) => (
          <u
            key={index}
            className="picked"
            style={{ left: word.x, top: word.y, width: word.width, height: word.height }}
          />
        ))}
      <Words words={words} />
    </div>
  );
}

/** A word is shaded if its least certain letter has a lower confidence. */
const SURE = 0.9;

/** Shades words that were read with uncertainty, darker the less certain; outlines all words on request. */
export const Doubts = memo(function Doubts({ words, outlined = false }: { words: PageWord[]; outlined?: boolean }) {
  return words.map((word, index) => {
    const doubt = word.confidence === null ? 0 : Math.max(0, SURE - word.confidence) / SURE;
    if (doubt === 0 && !outlined) return null;
    return (
      <u
        key={index}
        className={outlined ? "doubt outlined" : "doubt"}
        title={word.confidence === null ? word.text : `${word.text}: least certain character ${word.confidence.toFixed(2)}`}
        style={{
          left: word.x,
          top: word.y,
          width: word.width,
          height: word.height,
          background: doubt === 0 ? undefined : `rgb(214 90 0 / ${Math.round(20 + 50 * doubt)}%)`,
        }}
      />
    );
  });
});

const Words = memo(function Words({ words }: { words: PageWord[] }) {
  return words.map((word, index) => (
    <span
      key={index}
      data-word={index}
      style={{
        left: word.x,
        top: word.y,
        height: word.height,
        fontSize: word.height,
        lineHeight: `${word.height}px`,
        transform: `scaleX(${stretch(word)})`,
      }}
    >
      {word.text}{" "}
    </span>
  ));
});

let pen: CanvasRenderingContext2D | null | undefined;

/** Factor by which the text of the layer is widened to end where the printed word ends. */
function stretch(word: PageWord): number {
  pen ??= document.createElement("canvas").getContext("2d");
  if (pen === null || word.height <= 0) return 1;
  pen.font = "100px sans-serif";
  const natural = (pen.measureText(word.text).width * word.height) / 100;
  return natural > 0 ? word.width / natural : 1;
}

/** Mirrors the picked words in the system's selection, so that copying works as usual. */
function useSelection(element: RefObject<HTMLElement | null>, words: PageWord[], pick: Pick | null): void {
  useEffect(() => {
    const layer = element.current;
    if (layer === null || pick === null || words.length === 0) return;
    if (document.activeElement instanceof HTMLInputElement) return;
    const first = layer.querySelector(`[data-word="${pick.from}"]`)?.firstChild;
    const last = layer.querySelector(`[data-word="${pick.to}"]`)?.firstChild;
    const selection = window.getSelection();
    if (!first || !last || selection === null) return;
    selection.setBaseAndExtent(first, 0, last, last.textContent?.length ?? 0);
    return () => selection.removeAllRanges();
  }, [element, words, pick]);
}

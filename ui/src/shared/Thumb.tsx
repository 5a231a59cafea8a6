// A small picture of a page. Its place is there from the start; the picture is asked for only when what it stands in rests,
// so that a scroll over thousands of rows draws nothing.
import { useEffect, useState } from "react";
import { pagePicture } from "../ipc";

/** Drawn smaller than this, the rules of a form would be nothing but black; the window makes it smaller by itself. */
const FINE = 160;

/** Milliseconds without scrolling that count as rest. */
const REST = 120;
let scrolled = 0;
addEventListener("scroll", () => (scrolled = performance.now()), { capture: true, passive: true });

function whenAtRest(act: () => void): () => void {
  let timer = 0;
  const look = () => {
    if (performance.now() - scrolled >= REST) act();
    else wait();
  };
  const wait = () => (timer = window.setTimeout(look, REST));
  wait();
  return () => clearTimeout(timer);
}

interface Props {
  document: string;
  page: number;
  /** In CSS pixels, as it is shown. */
  width: number;
  drawable: boolean;
  className: string;
}

export function Thumb({ document, page, width, drawable, className }: Props) {
  const [wanted, setWanted] = useState(false);
  const [broken, setBroken] = useState(false);
  useEffect(() => whenAtRest(() => setWanted(true)), []);
  const blank = !drawable || !wanted || broken;
  return (
    <span className={blank ? `thumb ${className} blank` : `thumb ${className}`}>
      {!blank && (
        <img
          alt=""
          src={pagePicture(document, page, Math.max(FINE, width * window.devicePixelRatio), 0)}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}

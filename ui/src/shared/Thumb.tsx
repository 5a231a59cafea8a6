// A thumbnail of a page. Its place is reserved from the start; the picture is requested only when the surrounding list
// rests, so that scrolling over thousands of rows draws nothing.
import { useEffect, useState } from "react";
import { pagePicture } from "../ipc";

/** Min width at which it is drawn; drawn smaller, a form's rulings would turn it black. The window scales it down. */
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
  /** Displayed width in CSS pixels. */
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

// A small picture of a page. Its place is there from the start; the picture is asked for only when it stays in view, so
// that a fast scroll over thousands of rows draws nothing.
import { useEffect, useState } from "react";
import { pagePicture } from "../ipc";

/** Drawn smaller than this, the rules of a form would be nothing but black; the window makes it smaller by itself. */
const FINE = 160;

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
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), 120);
    return () => clearTimeout(timer);
  }, []);
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

// The picture of a page at exactly its displayed pixels. The old one stays, scaled, until the new one is decoded; a
// page that is only scrolled past is never requested.
import { useEffect, useRef, useState } from "react";
import { pagePicture } from "../../ipc";

const REST = 120;
/** Max size of a requested picture, in device pixels; the program has its own limit too. */
const MOST = 7000;

interface Props {
  document: string;
  page: number;
  /** In CSS pixels. */
  width: number;
  /** The picture as prepared for this reading; without it, the page as it is. */
  reading?: number;
}

export function PagePicture({ document: id, page, width, reading }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const density = useDensity();
  const pixels = Math.min(MOST, Math.round(width * density));

  useEffect(() => {
    const picture = new Image();
    let left = false;
    const shown = frame.current?.firstElementChild ?? null;
    const show = () => {
      if (left) return;
      setFailed(false);
      frame.current?.replaceChildren(picture);
    };
    const fail = () => {
      if (!left) setFailed(true);
    };
    const timer = setTimeout(
      () => {
        picture.alt = "";
        picture.draggable = false;
        picture.src = pagePicture(id, page, pixels, 0, reading);
        picture.decode().then(show, fail);
      },
      shown === null ? REST / 3 : REST,
    );
    return () => {
      left = true;
      clearTimeout(timer);
      if (picture.parentElement === null) picture.removeAttribute("src");
    };
  }, [id, page, pixels, reading]);

  return (
    <>
      <div ref={frame} className="picture" data-pixels={pixels} />
      {failed && <p className="picture-fault">This page could not be drawn. Its text is still available.</p>}
    </>
  );
}

/** Device pixels per CSS pixel; changes when the window moves to another screen. */
function useDensity(): number {
  const [density, setDensity] = useState(window.devicePixelRatio || 1);
  useEffect(() => {
    const query = window.matchMedia(`(resolution: ${density}dppx)`);
    const change = () => setDensity(window.devicePixelRatio || 1);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, [density]);
  return density;
}

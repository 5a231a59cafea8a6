// Scrolling of the page view: tracks its size and the pages in view, keeps the place while zooming, and scrolls to
// goals.
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { PageView } from "../../ipc";
import { around, boxOnScreen, type Size, type Spot } from "./geometry";
import { anchorAt, layOut, scaleOf, spotOf, EDGE, type Layout } from "./layout";
import type { Stage } from "./stage";

export interface Scene {
  size: Size;
  scale: number;
  layout: Layout;
  scrollTop: number;
  onScroll: () => void;
  /** Zooms towards this spot of the view instead of its center. */
  aim: (spot: Spot) => void;
}

export function useScene(scroller: RefObject<HTMLElement | null>, pages: PageView[], stage: Stage): Scene {
  const size = useSize(scroller);
  const [scrollTop, setScrollTop] = useState(0);
  const scale = scaleOf(stage.zoom, pages, stage.rotation, size);
  const layout = layOut(pages, stage.rotation, scale, size);
  const onScroll = useCallback(() => setScrollTop(scroller.current?.scrollTop ?? 0), [scroller]);
  const aim = useKeptPlace(scroller, layout);
  useGoal(scroller, layout, pages, stage, scale);
  return { size, scale, layout, scrollTop, onScroll, aim };
}

function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const measure = () =>
      setSize((old) =>
        old.width === target.clientWidth && old.height === target.clientHeight
          ? old
          : { width: target.clientWidth, height: target.clientHeight },
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** After the layout changes, the same spot of the same page stays in the same position. */
function useKeptPlace(scroller: RefObject<HTMLElement | null>, layout: Layout): (spot: Spot) => void {
  const before = useRef(layout);
  const aimed = useRef<Spot | null>(null);
  const signature = `${layout.width}x${layout.height}`;
  useLayoutEffect(() => {
    const view = scroller.current;
    const old = before.current;
    before.current = layout;
    if (view === null || old === layout || old.height === layout.height) return;
    // A view not yet scrolled stays at its beginning.
    if (view.scrollTop === 0 && aimed.current === null) return;
    const spot = aimed.current ?? { x: view.clientWidth / 2, y: view.clientHeight / 2 };
    aimed.current = null;
    const anchor = anchorAt(old, { x: view.scrollLeft + spot.x, y: view.scrollTop + spot.y });
    const now = anchor === null ? null : spotOf(layout, anchor);
    if (now === null) return;
    view.scrollTo({ left: now.x - spot.x, top: now.y - spot.y, behavior: "instant" });
    // The layout is a new object on every render; its outer size tells whether it changed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [signature]);
  return useCallback((spot: Spot) => {
    aimed.current = spot;
  }, []);
}

const MARGIN = 48;

/** Scrolls to each goal once, when the view has its size, and only as far as needed. */
function useGoal(
  scroller: RefObject<HTMLElement | null>,
  layout: Layout,
  pages: PageView[],
  stage: Stage,
  scale: number,
): void {
  const reached = useRef(0);
  const { goal, rotation } = stage;
  useEffect(() => {
    const view = scroller.current;
    if (view === null || goal === null || view.clientHeight === 0 || reached.current === goal.number) return;
    const place = layout.places.find((one) => one.number === goal.page);
    const page = pages.find((one) => one.number === goal.page);
    if (place === undefined || page === undefined) return;
    reached.current = goal.number;
    const box = around(goal.regions);
    if (box === null) return move(view, view.scrollLeft, place.top - EDGE / 2);
    const spot = boxOnScreen(box, page, rotation, scale);
    const left = place.left + spot.x;
    const top = place.top + spot.y;
    move(
      view,
      near(left, spot.width, view.scrollLeft, view.clientWidth),
      near(top, spot.height, view.scrollTop, view.clientHeight),
    );
  });
}

/** Where to scroll along one axis: nowhere if the box is well in view, otherwise to its center. */
export function near(start: number, length: number, scroll: number, view: number): number {
  const seen = start >= scroll + MARGIN && start + length <= scroll + view - MARGIN;
  if (seen) return scroll;
  if (length + 2 * MARGIN > view && start >= scroll && start + length <= scroll + view) return scroll;
  return Math.max(0, start + length / 2 - view / 2);
}

function move(view: HTMLElement, left: number, top: number): void {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const far = Math.abs(top - view.scrollTop) > 2 * view.clientHeight;
  view.scrollTo({ left, top, behavior: calm || far ? "instant" : "smooth" });
}

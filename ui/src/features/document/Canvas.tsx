// The page view: pages one below another at any zoom, with their words, marks and search hits.
import { useEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { queries } from "../../ipc";
import { useKeys } from "../../shared/keys";
import { findField, marksOf, regionsOf } from "./values";
import { Compare } from "./Compare";
import { zonesOf } from "./findings";
import { FindBar, useFind } from "./FindBar";
import { clampZoom, FULL, inView, pageInFront, stepped } from "./layout";
import { PickBar } from "./PickBar";
import { movedPick } from "./picking";
import { useScene, type Scene } from "./scrolling";
import { Sheet } from "./Sheet";
import { useDesk } from "./stage";
import { Tools } from "./Tools";

export function Canvas() {
  const { view, stage, act } = useDesk();
  const scroller = useRef<HTMLDivElement>(null);
  const scene = useScene(scroller, view.pages, stage);
  const find = useFind(view.row.document_id);
  const marks = useMemo(() => marksOf(view), [view]);
  const zones = useMemo(() => zonesOf(view), [view]);
  const chosen = useMemo(() => regionsOf(findField(view, stage.field)), [view, stage.field]);
  const { layout, size, scale, scrollTop } = scene;
  const zoom = scale / FULL;
  const places = size.height > 0 ? inView(layout, scrollTop, size.height) : [];

  const front = size.height > 0 ? pageInFront(layout, scrollTop, size.height, stage.page) : stage.page;
  useEffect(() => act({ do: "in front", page: front }), [act, front]);
  useWheelZoom(scroller, scene, zoom);
  useZoomKeys(zoom);
  const onKeyDown = useWordKeys();

  return (
    <section className="canvas" aria-label="Page view">
      {stage.finding && <FindBar find={find} />}
      {/* Keys scroll the pages and select words here, so it must be focusable. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div ref={scroller} className="pages" tabIndex={0} role="group" aria-label="Page" onScroll={scene.onScroll} onKeyDown={onKeyDown}>
        <div className="pages-room" style={{ width: layout.width, height: layout.height }}>
          {places.map((place) => {
            const page = view.pages.find((one) => one.number === place.number);
            if (page === undefined) return null;
            return (
              <Sheet
                key={place.number}
                page={page}
                place={place}
                scale={scale}
                marks={marks}
                chosen={chosen}
                hits={find.regions}
                zones={zones}
              />
            );
          })}
        </div>
      </div>
      {stage.comparing && <Compare />}
      <PickBar />
      {view.pages.length > 0 ? <Tools zoom={zoom} /> : <NoPages />}
    </section>
  );
}

function NoPages() {
  const { view } = useDesk();
  const waits = view.row.error === null && view.row.state !== "password";
  return <p className="no-pages muted">{waits ? "Pages appear here as they are read." : "No pages to show."}</p>;
}

function useWheelZoom(scroller: RefObject<HTMLElement | null>, { aim }: Scene, zoom: number): void {
  const { act } = useDesk();
  useEffect(() => {
    const view = scroller.current;
    if (view === null) return;
    // React's wheel listener is passive and could not prevent scrolling while zooming.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const bounds = view.getBoundingClientRect();
      aim({ x: event.clientX - bounds.left, y: event.clientY - bounds.top });
      act({ do: "zoom", zoom: clampZoom(zoom * Math.exp(-event.deltaY / 400)) });
    };
    view.addEventListener("wheel", wheel, { passive: false });
    return () => view.removeEventListener("wheel", wheel);
  }, [scroller, aim, act, zoom]);
}

function useZoomKeys(zoom: number): void {
  const { act } = useDesk();
  useKeys("Page view", [
    { keys: "+ = Mod+=", label: "Zoom in", run: () => act({ do: "zoom", zoom: stepped(zoom, true) }) },
    { keys: "- Mod+-", label: "Zoom out", run: () => act({ do: "zoom", zoom: stepped(zoom, false) }) },
    { keys: "1", label: "Actual size", run: () => act({ do: "zoom", zoom: 1 }) },
    { keys: "0 Mod+0", label: "Fit width", run: () => act({ do: "zoom", zoom: "width" }) },
    { keys: "9", label: "Fit page", run: () => act({ do: "zoom", zoom: "page" }) },
  ]);
}

/** W starts at the first word of the page or of the selected value; arrows move over words, with Shift they extend
 *  the selection. */
function useWordKeys(): (event: KeyboardEvent) => void {
  const { view, stage, act } = useDesk();
  const client = useQueryClient();
  return (event) => {
    const page = stage.pick?.page ?? stage.page;
    const words = client.getQueryData(queries.words(view.row.document_id, page).queryKey)?.words ?? [];
    if (words.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (stage.pick === null && event.key.toLowerCase() === "w") {
      const own = words.findIndex((word) => word.owner !== null && word.owner.path === stage.field?.path);
      act({ do: "pick", pick: { page, from: Math.max(0, own), to: Math.max(0, own) } });
    } else if (stage.pick !== null) {
      const pick = movedPick(words, stage.pick, event.key, event.shiftKey);
      if (pick === null) return;
      act({ do: "pick", pick });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

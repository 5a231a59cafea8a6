// The pages as small pictures, one under another; only those in view exist. Arrow keys turn the page.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { Thumb } from "../../shared/Thumb";
import { turnedBy } from "./findings";
import { useDesk } from "./stage";

const STEP = 102;

export function Strip() {
  const { view, stage, act } = useDesk();
  const scroller = useRef<HTMLDivElement>(null);
  const { pages } = view;
  const virtual = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => STEP,
    overscan: 3,
  });
  const front = pages.findIndex((page) => page.number === stage.page);
  useEffect(() => {
    if (front >= 0) virtual.scrollToIndex(front, { align: "auto" });
  }, [front, virtual]);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = pages[turnedBy(event.key, front, pages.length) ?? -1];
    if (page === undefined) return;
    event.preventDefault();
    act({ do: "turn to", page: page.number });
  };

  return (
    <div
      ref={scroller}
      className="strip"
      role="listbox"
      tabIndex={0}
      aria-label="Pages"
      aria-activedescendant={front >= 0 ? `page-${front}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className="strip-pages" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const page = pages[item.index];
          if (page === undefined) return null;
          const name = page.label === null ? `Page ${page.number}` : `Page ${page.number}, ${page.label}`;
          return (
            // The list holds the focus and answers the keys; a page only answers the pointer.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={item.key}
              id={`page-${item.index}`}
              className="strip-page"
              role="option"
              aria-label={name}
              aria-selected={item.index === front}
              title={name}
              style={{ transform: `translateY(${item.start}px)` }}
              onClick={() => act({ do: "turn to", page: page.number })}
            >
              <Thumb document={view.row.document_id} page={page.number} width={60} drawable className="p" />
              <span>{page.number}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

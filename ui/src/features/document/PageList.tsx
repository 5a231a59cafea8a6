// A list of pages, one line each; only those in view are rendered. Arrow keys turn the page.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import type { PageView } from "../../ipc";
import { turnedBy } from "./findings";
import { useDesk } from "./stage";

interface Props {
  /** Name of the list, for screen readers. */
  label: string;
  /** Class of the list; with `-room` appended, of its scroll area, with `-line`, of a line. Also the prefix of ids. */
  kind: string;
  /** Line height, in pixels. */
  step: number;
  /** Lines rendered beyond those in view. */
  beyond: number;
  /** Name of a line whose own text is not enough. */
  named?: (page: PageView) => string;
  children: (page: PageView) => ReactNode;
}

export function PageList({ label, kind, step, beyond, named, children }: Props) {
  const { view, stage, act } = useDesk();
  const scroller = useRef<HTMLDivElement>(null);
  const { pages } = view;
  const virtual = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => step,
    overscan: beyond,
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
      className={kind}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={front >= 0 ? `${kind}-${front}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={`${kind}-room`} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const page = pages[item.index];
          if (page === undefined) return null;
          const name = named?.(page);
          return (
            // The list has the focus and handles keys; a line handles only the pointer.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={item.key}
              id={`${kind}-${item.index}`}
              className={`${kind}-line`}
              role="option"
              data-page={page.number}
              aria-label={name}
              aria-selected={item.index === front}
              title={name}
              style={{ transform: `translateY(${item.start}px)` }}
              onClick={() => act({ do: "turn to", page: page.number })}
            >
              {children(page)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

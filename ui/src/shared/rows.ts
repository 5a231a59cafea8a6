// The keys and presses of a grid of rows: the row that a key leads to, and the row under the pointer.
import type { MouseEvent } from "react";

/** The position that a movement key leads to; `null` for other keys. */
export function destination(key: string, active: number, total: number, screenful: number): number | null {
  const last = Math.max(0, total - 1);
  const targets: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + screenful,
    PageUp: active - screenful,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.min(last, Math.max(0, target));
}

/** The index of the pressed row. */
export function pressed({ target }: MouseEvent): number | undefined {
  const index = target instanceof Element ? target.closest<HTMLElement>("[role=row]")?.dataset.index : undefined;
  return index === undefined ? undefined : Number(index);
}

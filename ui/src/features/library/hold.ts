// Holds the list still while work goes on and the pointer or the focus is in the table: rows change in place, and new
// ones are only counted.
import { hashKey, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useRef, useState, type FocusEvent } from "react";
import type { LibraryFilter, LibraryPage, LibraryQuery, Row } from "../../ipc";
import { BLOCK, blockOf, type Sort } from "./rows";

/** The rows of some blocks of a list, by block number, and the total number of rows. */
export interface Held {
  total: number;
  blocks: ReadonlyMap<number, readonly Row[]>;
}

export function useHold(filter: LibraryFilter, sort: Sort, head: LibraryPage | undefined, working: boolean) {
  const client = useQueryClient();
  const list = hashKey(blockOf(filter, sort, 0).queryKey);
  const [taken, setTaken] = useState<(Held & { list: string }) | null>(null);
  const under = useRef({ pointer: false, focus: false });
  const own = taken?.list === list ? taken : null;
  const held = own === null || head === undefined ? null : remaining(own, head);

  const take = () => {
    const blocks = working ? upToDate(client, filter, sort) : new Map<number, LibraryPage>();
    const first = blocks.get(0);
    // An empty list has no row that could move away from the pointer.
    const nothing = first === undefined || first.total === 0;
    if (nothing || (own !== null && [...blocks.keys()].every((block) => own.blocks.has(block)))) return;
    setTaken({ list, total: first.total, blocks: new Map([...blocks].map(([block, { rows }]) => [block, rows])) });
  };
  const change = (part: "pointer" | "focus", inside: boolean) => {
    under.current[part] = inside;
    if (inside) take();
    else if (!under.current.pointer && !under.current.focus) setTaken(null);
  };
  return {
    held,
    /** Number of documents added since. */
    fresh: held === null || head === undefined ? 0 : Math.max(0, head.total - held.total),
    /** Shows the current list, even while the table has the focus. */
    release: () => {
      setTaken(null);
      void client.invalidateQueries({ queryKey: ["library"] });
    },
    /** For the element around the table. */
    handlers: {
      onPointerMove: () => change("pointer", true),
      onPointerLeave: () => change("pointer", false),
      onKeyDown: take,
      onFocus: () => change("focus", true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        change("focus", relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  };
}

/** The known blocks of a list in their current state. */
function upToDate(client: QueryClient, filter: LibraryFilter, sort: Sort): Map<number, LibraryPage> {
  const blocks = new Map<number, LibraryPage>();
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: ["library"] })) {
    const block = (queryKey[1] as LibraryQuery).offset / BLOCK;
    const known = state.data !== undefined && !state.isInvalidated && state.fetchStatus === "idle";
    if (known && hashKey(queryKey) === hashKey(blockOf(filter, sort, block).queryKey)) blocks.set(block, state.data as LibraryPage);
  }
  return blocks;
}

/** Drops rows that no longer exist, where the whole list is known. */
export function remaining(held: Held, now: LibraryPage): Held {
  const first = held.blocks.get(0);
  if (first === undefined || now.rows.length < now.total || first.length < held.total) return held;
  const there = new Set(now.rows.map((row) => row.document_id));
  const rows = first.filter((row) => there.has(row.document_id));
  return { total: rows.length, blocks: new Map([[0, rows]]) };
}

// The rows in view, fetched in blocks, so that ten thousand documents cost no more than the hundred that are seen.
import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { queries, type LibraryFilter, type LibraryQuery, type Row } from "../../ipc";

const BLOCK = 100;

export type Sort = LibraryQuery["sort"];

const blockOf = (filter: LibraryFilter, sort: Sort, block: number) =>
  queries.library({ ...filter, sort, offset: block * BLOCK, limit: BLOCK });

export interface Rows {
  total: number;
  at: (index: number) => Row | undefined;
  /** The ids from one place to another, also of rows that were never in view. */
  idsBetween: (first: number, last: number) => Promise<string[]>;
}

/** The first block of this choice, which also tells the total and the counts of all filters. */
export function useHead(filter: LibraryFilter, sort: Sort) {
  return useQuery({ ...blockOf(filter, sort, 0), placeholderData: keepPreviousData });
}

export function useRows(filter: LibraryFilter, sort: Sort, total: number, first: number, last: number): Rows {
  const client = useQueryClient();
  const from = Math.floor(first / BLOCK);
  const to = Math.floor(Math.max(first, last) / BLOCK);
  const blocks = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const loaded = useQueries({ queries: blocks.map((block) => blockOf(filter, sort, block)) });

  const at = (index: number) => {
    const block = Math.floor(index / BLOCK);
    const page =
      loaded[block - from]?.data ?? client.getQueryData(blockOf(filter, sort, block).queryKey);
    return page?.rows[index - block * BLOCK];
  };

  const idsBetween = useCallback(
    async (start: number, end: number) => {
      const ids: string[] = [];
      for (let block = Math.floor(start / BLOCK); block * BLOCK <= end; block += 1) {
        const page = await client.ensureQueryData(blockOf(filter, sort, block));
        page.rows.forEach((row, place) => {
          const index = block * BLOCK + place;
          if (index >= start && index <= end) ids.push(row.document_id);
        });
      }
      return ids;
    },
    [client, filter, sort],
  );

  return { total, at, idsBetween };
}

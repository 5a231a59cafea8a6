// The rows in view, fetched in blocks, so that ten thousand documents cost no more than the hundred that are visible.
import { keepPreviousData, useQueries, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { queries, type LibraryFilter, type LibraryQuery, type Row } from "../../ipc";
import type { Held } from "./hold";

export const BLOCK = 100;

export type Sort = LibraryQuery["sort"];

export const blockOf = (filter: LibraryFilter, sort: Sort, block: number) =>
  queries.library({ ...filter, sort, offset: block * BLOCK, limit: BLOCK });

export interface Rows {
  total: number;
  at: (index: number) => Row | undefined;
  /** The ids between two positions, including rows that were never in view. */
  idsBetween: (first: number, last: number) => Promise<string[]>;
}

/** The first block of this filter, which also holds the total and the counts of all filters. */
export function useHead(filter: LibraryFilter, sort: Sort) {
  return useQuery({ ...blockOf(filter, sort, 0), placeholderData: keepPreviousData });
}

/** A held list shows the current state of its documents in their old positions. */
export function useRows(filter: LibraryFilter, sort: Sort, total: number, held: Held | null, first: number, last: number): Rows {
  const client = useQueryClient();
  const from = Math.floor(first / BLOCK);
  const to = Math.floor(Math.max(first, last) / BLOCK);
  const blocks = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const loaded = useQueries({ queries: blocks.map((block) => blockOf(filter, sort, block)) });

  const now = new Map(loaded.flatMap(({ data }) => data?.rows ?? []).map((row) => [row.document_id, row]));

  const heldAt = (index: number) => held?.blocks.get(Math.floor(index / BLOCK))?.[index % BLOCK];
  const at = (index: number) => {
    const kept = heldAt(index);
    if (kept !== undefined) return now.get(kept.document_id) ?? kept;
    const block = Math.floor(index / BLOCK);
    const page =
      loaded[block - from]?.data ?? client.getQueryData(blockOf(filter, sort, block).queryKey);
    return page?.rows[index - block * BLOCK];
  };

  const idsBetween = async (start: number, end: number) => {
    const kept = Array.from({ length: end - start + 1 }, (_, step) => heldAt(start + step)?.document_id);
    const known = kept.filter((id) => id !== undefined);
    return known.length === kept.length ? known : idsOf(client, filter, sort, start, end);
  };

  return { total, at, idsBetween };
}

/** Max rows that the program returns at once. */
const MOST = 500;

/** The ids of a range of the list, fetched anew: a long action must not work on cached ones. */
export async function idsOf(
  client: QueryClient,
  filter: LibraryFilter,
  sort: Sort,
  start: number,
  end: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = start; offset <= end; offset += MOST) {
    const limit = Math.min(MOST, end - offset + 1);
    const page = await client.fetchQuery({ ...queries.library({ ...filter, sort, offset, limit }), staleTime: 0, gcTime: 0 });
    ids.push(...page.rows.map((row) => row.document_id));
    if (page.rows.length < limit) break;
  }
  return ids;
}

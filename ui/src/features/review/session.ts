// The reviewer's session: the list as it was taken, which does not move while work comes in, and how much of it is done.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { commands, queries, type ReviewOrder, type ReviewRow } from "../../ipc";
import { complain } from "../../shared/messages";

interface Taken {
  ids: string[];
  /** Settled in this session, before the list was taken again. */
  before: number;
  since: number;
}

export interface Session {
  /** In their places, with their current states. */
  rows: ReviewRow[];
  /** Documents that came since. */
  fresh: number;
  done: number;
  total: number;
  since: number;
  ready: boolean;
  error: unknown;
  /** Takes the list again, with what came since. */
  renew: () => void;
}

export const waits = (row: ReviewRow) => row.waits;

export function useSession(order: ReviewOrder, minutes: number): Session {
  const [taken, setTaken] = useState<Taken | null>(null);
  const [asked, setAsked] = useState(0);
  const { data, error } = useQuery({
    ...queries.reviewQueue({ order, minutes, held: taken?.ids ?? [] }),
    enabled: taken !== null,
    placeholderData: keepPreviousData,
  });

  // Coming back to the screen is no reason to take the list again.
  const last = useRef("");
  useEffect(() => {
    const wanted = `${order} ${minutes} ${asked}`;
    if (last.current === wanted) return;
    let stale = false;
    const take = async () => {
      const { rows } = await commands.reviewQueue({ order, minutes, held: [] });
      if (stale) return;
      last.current = wanted;
      const ids = rows.map((row) => row.document_id);
      setTaken((old) => ({ ids, since: old?.since ?? performance.now(), before: old === null ? 0 : old.before + left(old.ids, ids) }));
    };
    take().catch(complain);
    return () => {
      stale = true;
    };
  }, [order, minutes, asked]);

  const now = new Map((data?.rows ?? []).map((row) => [row.document_id, row]));
  const rows = (taken?.ids ?? []).map((id) => now.get(id)).filter((row) => row !== undefined);
  const done = (taken?.before ?? 0) + rows.filter((row) => !waits(row)).length;
  const known = new Set(taken?.ids);
  return {
    rows,
    fresh: (data?.rows ?? []).filter((row) => waits(row) && !known.has(row.document_id)).length,
    done,
    total: (taken?.before ?? 0) + rows.length,
    since: taken?.since ?? 0,
    ready: taken !== null && data !== undefined,
    error,
    renew: () => setAsked((times) => times + 1),
  };
}

/** How many left the list between two lists. */
const left = (before: string[], after: string[]) => before.filter((id) => !after.includes(id)).length;

/** "7 of 21 · 14 min · 0.5 a minute" */
export function progress({ done, total }: Pick<Session, "done" | "total">, minutes: number): string {
  const parts = [`${done} of ${total}`, minutes >= 1 && `${Math.floor(minutes)} min`, done > 0 && minutes >= 1 && `${(done / minutes).toFixed(1)} a minute`];
  return parts.filter((part) => part !== false).join(" · ");
}

// What a model is currently asked, says and does, by attempt: the text and calls in progress, and the outcome of
// earlier questions. Stored steps are not repeated here.
import { createContext, useContext, useEffect, useState } from "react";
import { onLive, type Live } from "../../ipc";
import { many, pagesOf } from "../../shared/format";

/** A tool call, or an answer for the program, as far as it is written. */
export interface Writing {
  /** Null where only the end is reported, or no tool is called. */
  tool: string | null;
  json: string;
}

export interface Now {
  asks: string | null;
  text: string;
  writes: readonly Writing[];
  /** The turn is complete, and its calls appear in `writes` as they are made. */
  whole: boolean;
  /** Grades and doubts. */
  found: readonly string[];
}

/** The attempt id of questions outside a run. */
export const OUTSIDE = "";

export type Nows = Readonly<Record<string, Now>>;

const QUIET: Now = { asks: null, text: "", writes: [], whole: false, found: [] };

export function heard(nows: Nows, live: Live): Nows {
  const id = live.attempt_id ?? OUTSIDE;
  const now = nows[id] ?? QUIET;
  const next = live.complete ? undefined : after(now, live);
  if (next !== undefined) return { ...nows, [id]: next };
  const { [id]: over, ...others } = nows;
  return over === undefined ? nows : others;
}

function after(now: Now, live: Live): Now {
  const open = now.whole ? { ...now, text: "", writes: [], whole: false } : now;
  if (live.asks !== null) return { ...QUIET, found: now.found, asks: live.asks + about(live.pages) };
  // The partial answer is discarded.
  if (live.again !== null) return { ...QUIET, found: now.found, asks: `Retrying: ${live.again}` };
  if (live.text !== null) return { ...open, text: open.text + live.text, writes: open.writes.filter((one) => one.tool !== null) };
  if (live.begins !== null) return { ...open, writes: [...open.writes, { tool: live.begins, json: "" }] };
  if (live.writes !== null) return { ...open, writes: grown(open.writes, live.writes) };
  if (live.tool !== null) {
    const call = { tool: live.tool, json: live.input ?? "" };
    return { ...now, writes: now.whole ? [...now.writes, call] : [call], whole: true };
  }
  if (live.doubts !== null) return { ...now, found: [...now.found, `${live.by ?? ""}: ${live.doubts === 0 ? "no issues" : many(live.doubts, "issue")}`] };
  if (live.score !== null) return { ...now, found: [...now.found, graded(live.score, live)] };
  return now;
}

const about = (pages: readonly number[]) =>
  pages.length === 0 ? "" : `, ${pagesOf(Math.min(...pages), Math.max(...pages))}`;

const graded = (score: number, { pass, feedback }: Live) =>
  `Graded ${Math.round(score)}: ${pass === true ? "pass" : (feedback ?? "fail")}`;

function grown(writes: readonly Writing[], piece: string): Writing[] {
  const last = writes.at(-1) ?? { tool: null, json: "" };
  return [...writes.slice(0, -1), { ...last, json: last.json + piece }];
}

export function useLive(document: string): Nows {
  const [nows, setNows] = useState<Nows>({});
  useEffect(
    () =>
      onLive((live) => {
        if (live.document_id === document) setNows((before) => heard(before, live));
      }),
    [document],
  );
  return nows;
}

export const LiveContext = createContext<Nows>({});

export const useNow = (attempt: string | null): Now | undefined => useContext(LiveContext)[attempt ?? OUTSIDE];

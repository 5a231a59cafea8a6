// What a model says and does at the moment, by attempt: the sentence under way, and the tool it called last. What is stored
// stands in the steps; here is only what is not stored yet.
import { createContext, useContext, useEffect, useState } from "react";
import { onLive, type Live } from "../../ipc";

export interface Now {
  text: string;
  tool: string | null;
}

/** What is asked for outside of a run has no attempt. */
export const OUTSIDE = "";

export type Nows = Readonly<Record<string, Now>>;

const QUIET: Now = { text: "", tool: null };

export function heard(nows: Nows, live: Live): Nows {
  const id = live.attempt_id ?? OUTSIDE;
  const now = nows[id] ?? QUIET;
  const put = (next: Now): Nows => ({ ...nows, [id]: next });
  if (live.text !== null) return put({ text: now.tool === null ? now.text + live.text : live.text, tool: null });
  if (live.again !== null) return put({ text: `Asked again: ${live.again}`, tool: null });
  if (live.tool !== null) return put({ text: "", tool: `${live.tool} ${live.input ?? ""}` });
  if (live.score !== null) return put({ text: `Graded ${Math.round(live.score)}: ${live.pass === true ? "pass" : (live.feedback ?? "fail")}`, tool: null });
  const { [id]: over, ...others } = nows;
  return over === undefined ? nows : others;
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

// What one screen asks another feature to do. The frame fulfils it, so that features need not know each other.
import { createContext, useContext } from "react";
import type { ConsentAsk, LibraryFilter } from "../ipc";

export interface Verbs {
  addFiles: () => void;
  addFolder: () => void;
  addPaths: (paths: string[]) => void;
  trySamples: () => void;
  unlock: (document: { id: string; name: string }) => void;
  /** Asks for the password of a locked document, whichever came last. */
  unlockNext: () => void;
  exportDocuments: (what: { ids: string[] } | { filter: LibraryFilter }, count: number, name: string) => void;
  /** Asks before documents are sent away; `then` goes on once the person has agreed. */
  askConsent: (ask: ConsentAsk, then?: () => void) => void;
  /** Resolves once the person has told a name, or does not want to; asked once before the first correction or verdict. */
  signed: () => Promise<void>;
  showKeys: () => void;
}

export const VerbsContext = createContext<Verbs | null>(null);

export function useVerbs(): Verbs {
  const verbs = useContext(VerbsContext);
  if (verbs === null) throw new Error("No verbs above this part");
  return verbs;
}

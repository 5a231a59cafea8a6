// Requests from one screen to another feature, fulfilled by the frame, so that features do not depend on each other.
import { createContext, useContext } from "react";
import type { ConsentAsk, LibraryFilter } from "../ipc";

export interface Verbs {
  addFiles: () => void;
  addFolder: () => void;
  trySamples: () => void;
  unlock: (document: { id: string; name: string }) => void;
  /** Asks for the password of the latest locked document. */
  unlockNext: () => void;
  exportDocuments: (what: { ids: string[] } | { filter: LibraryFilter }, count: number, name: string) => void;
  /** Asks for consent before documents are sent; `then` continues after it is given. */
  askConsent: (ask: ConsentAsk, then?: () => void) => void;
  /** Resolves once the person has entered a name or declined; asked once before the first correction or verdict. */
  signed: () => Promise<void>;
  showKeys: () => void;
}

export const VerbsContext = createContext<Verbs | null>(null);

export function useVerbs(): Verbs {
  const verbs = useContext(VerbsContext);
  if (verbs === null) throw new Error("No VerbsContext above this component");
  return verbs;
}

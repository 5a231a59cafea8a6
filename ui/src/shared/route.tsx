// The current route, and navigation. No history library: a stack of routes is enough.
import { createContext, useContext } from "react";
import type { LibraryFilter, LibraryQuery } from "../ipc";

/** The list that a document was opened from, and its position in it, for moving to the next one. */
export interface Among {
  filter: LibraryFilter;
  sort: LibraryQuery["sort"];
  index: number;
  total: number;
}

export type Route =
  | { screen: "library"; filter?: Partial<LibraryFilter> }
  | { screen: "trash" }
  | { screen: "review" }
  | { screen: "truth" }
  | { screen: "evaluate" }
  /** `queue` holds the ids of the review that it was opened from, in order. */
  | { screen: "document"; id: string; at?: { form: string; path: string }; among?: Among; queue?: readonly string[] }
  | { screen: "cases"; name?: string }
  | { screen: "packs"; name?: string }
  | { screen: "settings" };

export interface Navigation {
  route: Route;
  /** The library view visited last. */
  shelf: Extract<Route, { screen: "library" }>;
  go: (route: Route) => void;
  /** Replaces the current route: going back skips it. */
  swap: (route: Route) => void;
  back: () => void;
}

export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error("No NavigationContext above this component");
  return navigation;
}

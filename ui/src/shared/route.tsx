// Where in the program one is, and going somewhere else. No history library: a stack of places is enough here.
import { createContext, useContext } from "react";
import type { LibraryFilter, LibraryQuery } from "../ipc";

/** The list that a document was opened from, and its place in it, so that one can go on to the next. */
export interface Among {
  filter: LibraryFilter;
  sort: LibraryQuery["sort"];
  index: number;
  total: number;
}

export type Route =
  | { screen: "library"; filter?: Partial<LibraryFilter> }
  | { screen: "trash" }
  | { screen: "document"; id: string; at?: { form: string; path: string }; among?: Among }
  | { screen: "cases"; name?: string }
  | { screen: "packs"; name?: string }
  | { screen: "settings" };

export interface Navigation {
  route: Route;
  /** The part of the library that one was in last. */
  shelf: Extract<Route, { screen: "library" }>;
  go: (route: Route) => void;
  /** Goes there in the place of where one is: going back skips it. */
  swap: (route: Route) => void;
  back: () => void;
}

export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error("No navigation above this part");
  return navigation;
}

// Where in the program one is, and going somewhere else. No history library: a stack of places is enough here.
import { createContext, useContext } from "react";
import type { LibraryFilter } from "../ipc";

export type Route =
  | { screen: "library"; filter?: Partial<LibraryFilter> }
  | { screen: "trash" }
  | { screen: "document"; id: string; at?: { form: string; path: string } }
  | { screen: "cases"; name?: string }
  | { screen: "packs"; name?: string }
  | { screen: "settings" };

export interface Navigation {
  route: Route;
  go: (route: Route) => void;
  back: () => void;
}

export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error("No navigation above this part");
  return navigation;
}

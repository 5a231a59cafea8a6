// Keeps the stack of routes. Going back from the first one does nothing.
import { useMemo, useState } from "react";
import type { Navigation, Route } from "../shared/route";
import { useKeys } from "../shared/keys";

const START: Navigation["shelf"] = { screen: "library" };
const DEPTH = 50;

export function useRoute(): Navigation {
  const [places, setPlaces] = useState<Route[]>([START]);
  const navigation = useMemo(
    () => ({
      route: places.at(-1) ?? START,
      shelf: places.findLast((place) => place.screen === "library") ?? START,
      go: (route: Route) => setPlaces((old) => [...old.slice(-DEPTH), route]),
      swap: (route: Route) => setPlaces((old) => [...old.slice(0, -1), route]),
      back: () => setPlaces((old) => (old.length > 1 ? old.slice(0, -1) : old)),
    }),
    [places],
  );
  const { go, back } = navigation;
  useKeys("Anywhere", [
    { keys: "Alt+ArrowLeft", label: "Back", run: back },
    { keys: "Mod+1", label: "Library", run: () => go({ screen: "library" }), whileTyping: true },
    { keys: "Mod+2", label: "Cases", run: () => go({ screen: "cases" }), whileTyping: true },
    { keys: "Mod+3", label: "Review", run: () => go({ screen: "review" }), whileTyping: true },
    { keys: "Mod+4", label: "Ground truth", run: () => go({ screen: "truth" }), whileTyping: true },
    { keys: "Mod+5", label: "Evaluate", run: () => go({ screen: "evaluate" }), whileTyping: true },
    // In a document, R rejects.
    ...(navigation.route.screen === "document" ? [] : [{ keys: "r", label: "Review", run: () => go({ screen: "review" }) }]),
    { keys: "Mod+,", label: "Settings", run: () => go({ screen: "settings" }), whileTyping: true },
  ]);
  return navigation;
}

// The rail: where one can go, and at its foot where data goes.
import { Button } from "react-aria-components";
import type { Overview } from "../ipc";
import { count } from "../shared/format";
import { useNavigation, type Route } from "../shared/route";
import { useVerbs } from "../shared/verbs";

interface Place {
  title: string;
  route: Route;
  number?: number;
}

export function Rail({ overview }: { overview: Overview | undefined }) {
  const { route, go } = useNavigation();
  const { showKeys } = useVerbs();
  const counts = overview?.counts;
  const places: Place[] = [
    { title: "Library", route: { screen: "library" }, number: counts?.all },
    { title: "Cases", route: { screen: "cases" } },
    { title: "Trash", route: { screen: "trash" }, number: counts?.trash },
    { title: "Packs", route: { screen: "packs" } },
    { title: "Settings", route: { screen: "settings" } },
  ];
  const here = route.screen === "document" ? "library" : route.screen;
  return (
    <nav className="rail" aria-label="Touchstone">
      <div className="brand">Touchstone</div>
      {places.map(({ title, route: target, number }) => (
        <Button
          key={title}
          className="nav"
          aria-current={target.screen === here ? "page" : undefined}
          onPress={() => go(target)}
        >
          {title}
          {number !== undefined && number > 0 && <b>{count(number)}</b>}
        </Button>
      ))}
      <div className="foot">
        {(overview?.notices ?? []).map((notice) => (
          <p key={notice} className="notice">
            {notice}
          </p>
        ))}
        <Button className="btn link" onPress={showKeys}>
          Keys <kbd>?</kbd>
        </Button>
        <p>{overview?.offline === false ? "Models and local engine" : "Local engine"}</p>
        <p>{overview?.offline === false ? "A provider is in use" : "Nothing leaves this computer"}</p>
      </div>
    </nav>
  );
}

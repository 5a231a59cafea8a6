// The rail: navigation and, at its bottom, the providers that receive documents.
import { useQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { queries, type Overview } from "../ipc";
import { cardOf } from "../shared/EngineChoice";
import { count, dollars } from "../shared/format";
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
    { title: "Review", route: { screen: "review" }, number: counts?.needs_review },
    { title: "Ground truth", route: { screen: "truth" } },
    { title: "Evaluate", route: { screen: "evaluate" } },
    { title: "Cases", route: { screen: "cases" } },
    { title: "Trash", route: { screen: "trash" }, number: counts?.trash },
    { title: "Packs", route: { screen: "packs" } },
    { title: "Settings", route: { screen: "settings" } },
  ];
  const here = (target: Route) => {
    if (route.screen !== "document") return target.screen === route.screen;
    return target.screen === (route.queue === undefined ? "library" : "review");
  };
  return (
    <nav className="rail" aria-label="Touchstone">
      <div className="brand">Touchstone</div>
      {places.map(({ title, route: target, number }) => (
        <Button
          key={title}
          className="nav"
          aria-current={here(target) ? "page" : undefined}
          onPress={() => go(target)}
        >
          {title}
          {number !== undefined && number > 0 && <b>{count(number)}</b>}
        </Button>
      ))}
      <div className="foot">
        <Button className="btn link" onPress={showKeys}>
          Shortcuts <kbd>?</kbd>
        </Button>
        {overview?.offline === false ? <Providers overview={overview} /> : <p>Nothing leaves this computer</p>}
      </div>
    </nav>
  );
}

/** The providers that receive documents, and the cost so far. */
function Providers({ overview }: { overview: Overview }) {
  const { data } = useQuery(queries.engines());
  const cards = Object.values(overview.preferences.engines).map((engine) => cardOf(data ?? [], engine));
  const titles = [...new Set(cards.filter((card) => !card.local).map(({ title }) => title))];
  return (
    <>
      <p>{titles.length === 0 ? "A provider is in use" : `Documents go to ${titles.join(" and ")}`}</p>
      <p>{overview.spent_usd === 0 ? "Nothing spent yet" : `${dollars(overview.spent_usd)} spent so far`}</p>
    </>
  );
}

// The highest marking of what the window shows, at its top and bottom: that of the open document, or that of the whole
// workspace. Absent where no pack has levels.
import { useQuery } from "@tanstack/react-query";
import { queries, type MarkingView, type Overview } from "../ipc";
import { markingColours } from "../shared/Marking";
import type { Route } from "../shared/route";

interface Banner {
  /** The text in the line. */
  text: string;
  /** The whole sentence, for screen readers. */
  spoken: string;
  marking: MarkingView | null;
}

const wordsOf = ({ line, cancelled }: MarkingView) => (cancelled ? `${line} · cancelled` : line);

export function useBanner(route: Route, overview: Overview | undefined): Banner | null {
  const id = route.screen === "document" ? route.id : "";
  const { data: view } = useQuery({ ...queries.document(id), enabled: id !== "" });
  const workspace = overview?.marking ?? null;
  if (id === "" || view === undefined || view.document.mode === "form") {
    if (workspace === null) return null;
    const text = wordsOf(workspace);
    return { text, spoken: `Highest marking in this workspace: ${text}`, marking: workspace };
  }
  const { marking, classification } = view;
  if (marking !== null) {
    const text = classification === null ? `${wordsOf(marking)} · so far` : wordsOf(marking);
    return { text, spoken: `Highest marking in this document: ${text}`, marking };
  }
  if (workspace === null || view.document.mode !== "pages") return null;
  const unknown = "Marking not yet known";
  return { text: unknown, spoken: `${unknown}; highest marking in this workspace: ${wordsOf(workspace)}`, marking: null };
}

export function BannerLine({ banner, place }: { banner: Banner | null; place: "top" | "bottom" }) {
  if (banner === null) return null;
  return (
    <div
      className={`banner-line ${place}`}
      style={banner.marking?.cancelled === true ? undefined : markingColours(banner.marking?.colour)}
      role={place === "top" ? "region" : undefined}
      aria-label={place === "top" ? "Marking" : undefined}
      aria-hidden={place === "bottom" ? true : undefined}
    >
      <span aria-hidden="true">{banner.text}</span>
      {place === "top" && <span className="unseen">{banner.spoken}</span>}
    </div>
  );
}

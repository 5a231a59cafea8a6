// The choice of engine: the local engine, or a model that is ready. Others are shown with what they lack.
import { useQuery } from "@tanstack/react-query";
import { queries, type EngineCard } from "../ipc";
import { Choice } from "./inputs";

interface Props {
  label: string;
  value: string;
  onChange: (engine: string) => void;
  /** Further choices, after the engines. */
  more?: { id: string; name: string }[];
}

export function EngineChoice({ label, value, onChange, more = [] }: Props) {
  const { data } = useQuery(queries.engines());
  const options = [...engineOptions(data ?? []), ...more];
  // A model that is in no list was typed in.
  if (!options.some(({ id }) => id === value)) options.push({ id: value, name: value });
  return <Choice label={label} value={value} options={options} onChange={onChange} />;
}

export function engineOptions(cards: EngineCard[]): { id: string; name: string; off?: string }[] {
  return cards.flatMap(({ ready, note, models }) =>
    models.map(({ engine, name }) => (ready ? { id: engine, name } : { id: engine, name, off: note })),
  );
}

/** The engine that the workspace has chosen for a pack. */
export const engineOf = (engines: Record<string, string> | undefined, pack: string) => engines?.[pack] ?? "local";

/** The card that an engine belongs to. A model that is in no list belongs to the provider before its colon. */
export function cardOf(cards: EngineCard[], engine: string): Pick<EngineCard, "title" | "local"> {
  const [provider = engine] = engine.split(":");
  return cards.find(({ name }) => name === provider) ?? { title: provider, local: engine === "local" };
}

/** The engine that reads documents of a pack without a choice, worded for the middle of a sentence. */
export function useReadBy(pack: string | undefined): string {
  const overview = useQuery(queries.overview());
  const engines = useQuery(queries.engines());
  const preferences = overview.data?.preferences;
  const card = cardOf(engines.data ?? [], engineOf(preferences?.engines, pack ?? preferences?.pack ?? ""));
  if (card.local || preferences?.local_only === true) return "on this computer";
  return `by ${card.title}, which receives their pages once you agree`;
}

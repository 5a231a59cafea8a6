// Who reads: the local engine, or a model of those that could begin. The others are shown with what is missing.
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
  // A model that is in no list was named by hand.
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

// The pack and the expected tax year of documents, entered the same way everywhere.
import { useQuery } from "@tanstack/react-query";
import { queries } from "../ipc";
import { Choice, TextInput } from "./inputs";

export interface ReadAs {
  pack: string;
  /** As typed; see `yearOf`. */
  year: string;
}

/** The year, `null` for any year, `undefined` for a text that is neither. */
export function yearOf(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^(19|20)\d\d$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** Whether documents of the pack are for a year. */
export function useByYear(pack: string): boolean {
  const { data } = useQuery(queries.overview());
  return data?.packs.find(({ name }) => name === pack)?.by_year ?? true;
}

interface Props {
  value: ReadAs;
  onChange: (value: ReadAs) => void;
  /** Whether typing begins with the year. */
  autoFocus?: boolean;
}

/** Asks for a year only where the documents of the pack have one. */
export function ReadAsInputs({ value, onChange, autoFocus = false }: Props) {
  const { data } = useQuery(queries.overview());
  const byYear = useByYear(value.pack);
  return (
    <>
      <Choice
        label="Pack"
        value={value.pack}
        options={(data?.packs ?? []).map(({ name, title }) => ({ id: name, name: title }))}
        onChange={(pack) => onChange({ ...value, pack })}
        hint="Which document types, fields and checks to use."
      />
      {byYear && (
        <TextInput
          label="Expected tax year"
          autoFocus={autoFocus}
          value={value.year}
          onChange={(year) => onChange({ ...value, year })}
          hint="Documents from other years go to review. Leave blank to accept any year."
          fault={yearOf(value.year) === undefined ? "Enter a year such as 2024, or leave it blank." : null}
        />
      )}
    </>
  );
}

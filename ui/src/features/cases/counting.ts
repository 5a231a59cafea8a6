// Whether a form of a case counts, and what counts instead of it.
import type { CaseForm } from "../../ipc";

type Counting = Pick<CaseForm, "copy_of" | "replaced_by">;

export const counts = ({ copy_of, replaced_by }: Counting) => copy_of === null && replaced_by === null;

/** To follow the name of the form; null for a form that counts. */
export function instead({ copy_of, replaced_by }: Counting): string | null {
  if (replaced_by !== null) return ` · replaced by the corrected ${replaced_by}, not counted`;
  return copy_of === null ? null : ` · duplicate of ${copy_of}, counted once`;
}

// What to do about a file that cannot be read, by its kind.

const KINDS: [RegExp, string][] = [
  [/\.(heic|heif|webp|avif|cr2|nef|dng|svg|psd)$/i, "Export as JPEG, PNG or PDF, then add that."],
  [/\.(zip|7z|rar|tar|gz|tgz)$/i, "Unpack it, then add the folder."],
  [/\.(eml|msg|mbox)$/i, "Save its attachments, or print the message to PDF."],
  [/\.(docx?|odt|rtf|pages|txt|md|xlsx?|ods|numbers|csv|pptx?|odp|key|html?)$/i, "Save or print it as PDF, then add that."],
];
const ANY = "Not a PDF or picture. Convert it to PDF to add it.";

export interface Remedy {
  remedy: string;
  names: string[];
}

/** The files by their remedy, in order of their first one. */
export function remedies(names: string[]): Remedy[] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const remedy = KINDS.find(([kind]) => kind.test(name))?.[1] ?? ANY;
    groups.set(remedy, [...(groups.get(remedy) ?? []), name]);
  }
  return [...groups].map(([remedy, names]) => ({ remedy, names }));
}

// Traverses the fields of a document: in document order, by path, as marks on a page. Pure.
import type { Choice, DocumentView, FieldState, FieldView, FormView, IssueView, Region } from "../../ipc";

export interface FieldKey {
  form: string;
  path: string;
}

export const sameField = (left: FieldKey | null, right: FieldKey | null) =>
  left !== null && right !== null && left.form === right.form && left.path === right.path;

/** Whether the document's pack fills forms, or the document has some anyway. */
export const fillsForms = (view: DocumentView) => view.document.mode === "form" || view.document.mode === null || view.forms.length > 0;

/** Whether the decision was to escalate: there is a packet for an expert. */
export const escalated = (view: DocumentView) => view.run?.state === "done" && view.decision?.outcome === "ESCALATE_TO_SME";

/** Every field and cell of a form, in document order. */
export function* fieldsOf(form: FormView): Generator<FieldView> {
  for (const group of form.groups) {
    for (const field of group.fields) {
      yield field;
      yield* field.cells;
    }
  }
}

/** Every place that can take a value: fields, cells, and the cells of a list's next row. */
export function* placesOf(form: FormView): Generator<FieldView> {
  for (const field of fieldsOf(form)) {
    if (field.kind !== "list") yield field;
    yield* field.next_row;
  }
}

/** `box_12[1].amount` is in row 1 of `box_12`. */
export function rowOf(path: string): { list: string; row: number; path: string } | null {
  const parts = /^([^[]+)\[(\d+)\]/.exec(path);
  const [whole, list, row] = parts ?? [];
  return whole === undefined || list === undefined || row === undefined ? null : { list, row: Number(row), path: whole };
}

export function findField(view: DocumentView, key: FieldKey | null): FieldView | null {
  if (key === null) return null;
  const form = view.forms.find((one) => one.id === key.form);
  if (form === undefined) return null;
  for (const field of fieldsOf(form)) {
    if (field.path === key.path) return field;
    const fresh = field.next_row.find((cell) => cell.path === key.path);
    if (fresh !== undefined) return fresh;
  }
  return null;
}

export interface Mark {
  key: FieldKey;
  state: FieldState;
  region: Region;
}

/** The places of all values. A list is marked by its cells where it has some. */
export function marksOf(view: DocumentView): Mark[] {
  const marks: Mark[] = [];
  for (const form of view.forms) {
    for (const field of fieldsOf(form)) {
      if (field.value === null || field.cells.length > 0) continue;
      const key = { form: form.id, path: field.path };
      for (const evidence of field.evidence) {
        for (const region of evidence.regions) marks.push({ key, state: field.state, region });
      }
    }
  }
  return marks;
}

export function regionsOf(field: FieldView | null): Region[] {
  if (field === null) return [];
  const own = field.evidence.flatMap((one) => one.regions);
  return own.length > 0 ? own : field.cells.flatMap((cell) => cell.evidence.flatMap((one) => one.regions));
}

/** The fields that need review, in order. */
export function judged(view: DocumentView): FieldKey[] {
  const keys: FieldKey[] = [];
  for (const form of view.forms) {
    for (const field of fieldsOf(form)) {
      if (isOpen(field) && field.cells.every((cell) => cell.state !== field.state)) keys.push({ form: form.id, path: field.path });
    }
  }
  return keys;
}

/** The next or previous field that needs review, seen from the current one, which may be settled by now; wraps
 *  around. */
export function neighbour(view: DocumentView, current: FieldKey | null, step: 1 | -1): FieldKey | null {
  const all = view.forms.flatMap((form) => [...fieldsOf(form)].map(({ path }): FieldKey => ({ form: form.id, path })));
  const open = judged(view);
  const at = placeOf(all, current);
  const ahead = step === 1 ? all.slice(at + 1) : all.slice(0, Math.max(0, at)).reverse();
  return ahead.find((key) => open.some((one) => sameField(one, key))) ?? open.at(step === 1 ? 0 : -1) ?? null;
}

/** The position of a field among all. The cell of a missing row counts as its list. */
export function placeOf(all: FieldKey[], key: FieldKey | null): number {
  const at = all.findIndex((one) => sameField(one, key));
  const list = key === null ? null : rowOf(key.path);
  if (at >= 0 || key === null || list === null) return at;
  return all.findIndex((one) => sameField(one, { form: key.form, path: list.list }));
}

/** Whether a value waits for a decision. */
export const isOpen = ({ state }: FieldView) => state === "judge" || state === "contradicted";

/** Whether clicking a word uses it for the selected field, even where another field uses it. */
export const takesWords = (field: FieldView | null, editing: boolean): boolean =>
  field !== null && field.kind !== "list" && (editing || field.value === null || isOpen(field));

type OpenIssue = IssueView & { choice: Choice; path: string };

/** The undecided differences of a form. */
export const differences = (issues: IssueView[], form: string) =>
  issues.filter((issue): issue is OpenIssue => issue.choice !== null && issue.form === form && issue.path !== null);

/** The issue that holds the other reading of a field or cell, until it is decided. */
export function otherReading(issues: IssueView[], form: string, field: FieldView): OpenIssue | null {
  if (field.corrected || field.kind === "list") return null;
  return differences(issues, form).find((one) => one.path === field.path) ?? null;
}

/** The same document with one field replaced, so that a saved value shows before everything is reloaded. */
export function withField(view: DocumentView, form: string, field: FieldView): DocumentView {
  const swap = (fields: FieldView[]): FieldView[] =>
    fields.map((one) => (one.path === field.path ? field : { ...one, cells: swap(one.cells) }));
  const forms = view.forms.map((one) =>
    one.id === form
      ? { ...one, groups: one.groups.map((group) => ({ ...group, fields: swap(group.fields) })) }
      : one,
  );
  return { ...view, forms };
}

/** A path in a sentence: between backticks, or recognized by its underscores. */
const PATHS = /`([a-z]\w*(?:\[\d+\](?:\.\w+)?)?)`|\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?:\[\d+\](?:\.\w+)?)?/g;

const lowered = (name: string) => (/^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name);

/** A field under its own path, and its parts under theirs, including missing rows. */
function namesOf(field: FieldView): [path: string, name: string][] {
  const parts = field.next_row.map(({ path, name }): [string, string] => [path.replace(/\[\d+\]/, "[]"), name]);
  return [[field.path, field.name], ...parts];
}

/** `items[2].amount` is the amount of row 3 of its list. */
function spelled(names: Map<string, string>, path: string): string | undefined {
  const row = rowOf(path);
  const list = row === null ? undefined : names.get(row.list);
  if (row === null || list === undefined) return undefined;
  const part = names.get(path.replace(/\[\d+\]/, "[]")) ?? path.slice(row.path.length + 1).replaceAll("_", " ");
  return `${part === "" ? "row" : `${part}, row`} ${row.row + 1} of ${lowered(list)}`;
}

/** A sentence of the program with the names that people use: `wages_tips` becomes the form's caption. */
export function inWords(view: DocumentView, form: string | null, text: string): string {
  const forms = view.forms.filter((one) => form === null || one.id === form);
  const names = new Map(forms.flatMap((one) => [...fieldsOf(one)].flatMap(namesOf)));
  const told = text.replaceAll(PATHS, (whole: string, quoted: string | undefined, at: number) => {
    const path = quoted ?? whole;
    const name = names.get(path) ?? (quoted === undefined ? undefined : spelled(names, path));
    return name === undefined ? whole : at === 0 ? name : lowered(name);
  });
  // An unknown path stays as it is.
  return told.replace(/^[a-z]+(?!\w)/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

/** The unresolved issues. */
export const standingIssues = (view: DocumentView) => view.issues.filter((issue) => issue.standing !== "settled");

/** The same document, with no value named by an unresolved issue counted as verified. A value confirmed by a person
 *  is not asked about again. */
export function doubted(view: DocumentView): DocumentView {
  const issues = standingIssues(view);
  const named = (form: string, field: FieldView) =>
    issues.some((issue) => field.issue_ids.includes(issue.id) || (issue.form === form && isAbout(issue.path, field.path)));
  const state = (form: string, field: FieldView): FieldState => {
    if (field.state !== "proved" || !named(form, field)) return field.state;
    return field.corrected ? "entered" : "judge";
  };
  const marked = (form: string, fields: FieldView[]): FieldView[] =>
    fields.map((field) => ({ ...field, state: state(form, field), cells: marked(form, field.cells) }));
  const forms = view.forms.map((form) => ({
    ...form,
    groups: form.groups.map((group) => ({ ...group, fields: marked(form.id, group.fields) })),
  }));
  return { ...view, forms };
}

/** An issue about a cell is also one about its list. */
const isAbout = (subject: string | null, path: string) =>
  subject === path || subject?.startsWith(`${path}[`) === true || subject?.startsWith(`${path}.`) === true;

const SEVERITIES = ["BLOCKER", "MAJOR", "MINOR"];

/** Worst first; issues resolved by corrections last. */
export const sortedIssues = (view: DocumentView) =>
  view.issues.toSorted((left, right) => rank(left) - rank(right));

const rank = ({ severity, standing }: IssueView) => SEVERITIES.indexOf(severity) + (standing === "settled" ? SEVERITIES.length : 0);

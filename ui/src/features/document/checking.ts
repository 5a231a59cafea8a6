// What a person needs to decide about one value: why it is asked, what else it may be, where to look, and which value
// comes next. Pure.
import type { DocumentView, FieldView, IssueView, Region } from "../../ipc";
import { shown } from "../../shared/format";
import { fieldsOf, findField, inWords, judged, otherReading, placeOf, regionsOf, rowOf, sameField, sortedIssues, standingIssues, type FieldKey } from "./values";

/** A value that can be taken by a number key. */
export interface Alternative {
  who: string;
  /** As shown; null for no value. */
  value: string | null;
  regions: Region[];
  take: { issue: string; which: "current" | "other" } | { printed: string };
}

/** Max alternatives, one for each number key. */
const MOST = 3;

const allKeys = (view: DocumentView): FieldKey[] =>
  view.forms.flatMap((form) => [...fieldsOf(form)].map(({ path }) => ({ form: form.id, path })));

/** The next value to check below this one; none after the last. */
export function below(view: DocumentView, current: FieldKey): FieldKey | null {
  const all = allKeys(view);
  const at = placeOf(all, current);
  const open = judged(view);
  return all.slice(at + 1).find((key) => open.some((one) => sameField(one, key))) ?? null;
}

/** The next cell of a row that is being added. */
export function restOfRow(view: DocumentView, current: FieldKey): FieldKey | null {
  const row = rowOf(current.path);
  const list = row === null ? null : findField(view, { form: current.form, path: row.list });
  const cells = list?.next_row ?? [];
  const next = cells[cells.findIndex(({ path }) => path === current.path) + 1];
  return next === undefined || !cells.some(({ path }) => path === current.path) ? null : { form: current.form, path: next.path };
}

/** The field in the line above or below. */
export function beside(view: DocumentView, current: FieldKey, step: 1 | -1): FieldKey | null {
  const all = allKeys(view);
  const at = all.findIndex((key) => sameField(key, current));
  return at < 0 ? null : (all[at + step] ?? null);
}

/** The unresolved issues about a field, worst first. */
export function issuesAbout(view: DocumentView, form: string, field: FieldView): IssueView[] {
  const standing = new Set(standingIssues(view));
  const about = (issue: IssueView) => field.issue_ids.includes(issue.id) || (issue.form === form && issue.path === field.path);
  return sortedIssues(view).filter((issue) => standing.has(issue) && about(issue));
}

/** Why a value is asked about, one sentence for each cause. */
export function reasons(view: DocumentView, form: string, field: FieldView): string[] {
  const told = issuesAbout(view, form, field).map((issue) => inWords(view, issue.form, issue.message));
  if (told.length > 0) return [...new Set(told)];
  if (field.state === "judge") return ["Nothing on the page was found to prove this value."];
  if (field.by_print !== null) return ["Read at the place where earlier papers of this print have it."];
  return [];
}

const IF_RIGHT = ", if the other amounts are right";

/** What a check expects instead of this value. Other checks expect a confidence or a number of rows. */
export function expectedOf(view: DocumentView, form: string, field: FieldView): Alternative | null {
  if (field.value === null || field.kind === "list") return null;
  const own = [field.value, field.raw, shown(field.kind, field.value)];
  const proposes = (issue: IssueView) =>
    issue.form === form && issue.path === field.path && issue.choice === null && issue.expected !== null && own.includes(issue.actual);
  const issue = issuesAbout(view, form, field).find(proposes);
  if (issue?.expected == null) return null;
  const [value = ""] = issue.expected.split(IF_RIGHT);
  const who = issue.expected.endsWith(IF_RIGHT) ? "Expected if the other amounts are right" : "Expected";
  return { who, value: shown(field.kind, value), regions: [], take: { printed: value } };
}

/** Two readings first, then what a check expects. Further candidates follow, so that no number changes its meaning. */
export function alternatives(view: DocumentView, form: string, field: FieldView, candidates: string[]): Alternative[] {
  const issue = otherReading(view.issues, form, field);
  const found: Alternative[] = [];
  if (issue !== null) {
    const { current, current_source, other, other_source } = issue.choice;
    const places = issue.evidence.flatMap((one) => one.regions);
    const print = (value: string | null) => shown(field.kind, value) || null;
    found.push({ who: current_source, value: print(current), regions: regionsOf(field), take: { issue: issue.id, which: "current" } });
    found.push({ who: other_source, value: print(other), regions: places, take: { issue: issue.id, which: "other" } });
  }
  const expected = expectedOf(view, form, field);
  const more = candidates.map((text): Alternative => ({ who: "Also printed nearby", value: text, regions: [], take: { printed: text } }));
  const own = new Set([shown(field.kind, field.value), field.raw]);
  for (const one of expected === null ? more : [expected, ...more]) {
    if (!own.has(one.value) && found.every(({ value }) => value !== one.value)) found.push(one);
  }
  return found.slice(0, MOST);
}

/** The part of the page to look at: the value's own place, that of its issue, or the neighbourhood of an empty field. */
export function placesFor(view: DocumentView, key: FieldKey): Region[] {
  const field = findField(view, key);
  if (field === null) return [];
  const own = regionsOf(field);
  if (own.length > 0) return own;
  const disputed = issuesAbout(view, key.form, field).flatMap((issue) => issue.evidence.flatMap((one) => one.regions));
  if (disputed.length > 0) return disputed;
  const group = view.forms.find((form) => form.id === key.form)?.groups.find(({ fields }) => fields.some(({ path }) => path === field.path));
  const at = group?.fields.findIndex(({ path }) => path === field.path) ?? -1;
  const near = [...(group?.fields.slice(0, Math.max(0, at)).reverse() ?? []), ...(group?.fields.slice(at + 1) ?? [])];
  return near.map(regionsOf).find((regions) => regions.length > 0) ?? [];
}

/** Issues with one cause are one: the same finding about the same form. The worst of each is its first. */
export function byCause(issues: IssueView[]): IssueView[][] {
  const causes = new Map<string, IssueView[]>();
  for (const issue of issues) {
    const cause = [issue.code, issue.severity, issue.form, issue.standing].join(" ");
    causes.set(cause, [...(causes.get(cause) ?? []), issue]);
  }
  return [...causes.values()];
}

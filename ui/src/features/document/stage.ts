// The state of the document view: page, zoom, rotation, selected field, picked words, tab. One reducer, so that every
// way to a value (the list, the page, an issue, a total of a case) leads to the same view.
import { createContext, useContext, type Dispatch } from "react";
import type { DocumentView, ReadingPick, Region, Rotation } from "../../ipc";
import type { Among } from "../../shared/route";
import { neighbour, sameField, type FieldKey } from "./values";
import { placesFor } from "./checking";
import { clampZoom, type Zoom } from "./layout";
import type { Pick } from "./picking";

export type TabName = "fields" | "classification" | "issues" | "run" | "history" | "packet";

/** A place to scroll into view. The number distinguishes repeated requests. */
export interface Goal {
  number: number;
  page: number;
  regions: Region[];
}

export interface Stage {
  page: number;
  zoom: Zoom;
  rotation: Rotation;
  field: FieldKey | null;
  /** Whether the person types into the check card. */
  editing: boolean;
  /** What was typed and not saved yet, by field. It stays while other values are looked at. */
  drafts: Readonly<Record<string, string>>;
  /** Whether the last value to check was just answered. */
  ended: boolean;
  /** The zoom to restore when the check card closes. */
  before: Zoom | null;
  pick: Pick | null;
  shine: Region[];
  goal: Goal | null;
  tab: TabName;
  marks: boolean;
  /** Whether recognized words are shaded by uncertainty. */
  doubts: boolean;
  /** Whether the readings of the page are shown side by side. */
  comparing: boolean;
  finding: boolean;
  /** The person's notes on the verdict. */
  notes: string;
  /** Counts the requests to find, so that asking again returns to the field. */
  finds: number;
}

export const START: Stage = {
  page: 1,
  zoom: "width",
  rotation: 0,
  field: null,
  editing: false,
  drafts: {},
  ended: false,
  before: null,
  pick: null,
  shine: [],
  goal: null,
  tab: "fields",
  marks: true,
  doubts: false,
  comparing: false,
  finding: false,
  notes: "",
  finds: 0,
};

/** A field and the part of the page to look at. */
export interface Target {
  field: FieldKey;
  regions: Region[];
}

export const draftOf = ({ form, path }: FieldKey) => `${form} ${path}`;

export type Act =
  | { do: "choose"; field: FieldKey; regions: Region[]; edit?: boolean }
  /** Like "choose", unless the person has moved on to another field. */
  | { do: "saved"; field: FieldKey; regions: Region[] }
  | { do: "edit"; on: boolean }
  /** What is typed for a field; null discards it. */
  | { do: "draft"; field: FieldKey; text: string | null }
  /** Goes on to the next value, unless the person has moved on already; null after the last. */
  | { do: "answered"; field: FieldKey; next: Target | null }
  | { do: "show"; regions: Region[] }
  | { do: "turn to"; page: number }
  | { do: "in front"; page: number }
  | { do: "zoom"; zoom: Zoom }
  | { do: "rotate"; by: 90 | -90 }
  | { do: "pick"; pick: Pick | null }
  | { do: "tab"; tab: TabName }
  | { do: "marks" }
  | { do: "doubts" }
  | { do: "compare"; on: boolean }
  | { do: "note"; notes: string }
  | { do: "find"; on: boolean }
  | { do: "clear" };

export function reduce(stage: Stage, act: Act): Stage {
  switch (act.do) {
    case "choose":
      return {
        ...towards(closeTo(stage), act.regions),
        shine: [],
        field: act.field,
        editing: act.edit ?? false,
        ended: false,
        pick: null,
        tab: "fields",
      };
    case "saved":
      return sameField(stage.field, act.field) ? reduce(stage, { ...act, do: "choose" }) : stage;
    case "edit":
      return { ...stage, editing: act.on && stage.field !== null };
    case "draft": {
      const key = draftOf(act.field);
      const others = Object.entries(stage.drafts).filter(([of]) => of !== key);
      return { ...stage, drafts: Object.fromEntries(act.text === null ? others : [...others, [key, act.text]]) };
    }
    case "answered":
      if (!sameField(stage.field, act.field)) return stage;
      if (act.next === null) return { ...reduce(stage, { do: "clear" }), ended: true };
      return reduce(stage, { do: "choose", ...act.next });
    case "show":
      return { ...towards(stage, act.regions), pick: null };
    case "turn to":
      return { ...stage, page: act.page, goal: { number: next(stage), page: act.page, regions: [] } };
    case "in front":
      return stage.page === act.page ? stage : { ...stage, page: act.page };
    case "zoom":
      // A zoom that the person chose is kept when the card closes.
      return { ...stage, zoom: typeof act.zoom === "number" ? clampZoom(act.zoom) : act.zoom, before: null };
    case "rotate":
      return { ...stage, rotation: ((stage.rotation + act.by + 360) % 360) as Rotation };
    case "pick":
      return { ...stage, pick: act.pick };
    case "tab":
      return { ...stage, tab: act.tab, editing: false };
    case "marks":
      return { ...stage, marks: !stage.marks };
    case "doubts":
      return { ...stage, doubts: !stage.doubts };
    case "compare":
      return { ...stage, comparing: act.on };
    case "find":
      return { ...stage, finding: act.on, finds: stage.finds + 1, shine: act.on ? stage.shine : [] };
    case "note":
      return { ...stage, notes: act.notes };
    case "clear":
      return { ...stage, pick: null, shine: [], field: null, editing: false, ended: false, zoom: stage.before ?? stage.zoom, before: null };
  }
}

/** The page at reading size when a card opens. */
function closeTo(stage: Stage): Stage {
  return stage.field !== null ? stage : { ...stage, before: stage.zoom, zoom: typeof stage.zoom === "number" ? stage.zoom : "words" };
}

const next = (stage: Stage) => (stage.goal?.number ?? 0) + 1;

function towards(stage: Stage, regions: Region[]): Stage {
  const [first] = regions;
  if (first === undefined) return { ...stage, shine: [] };
  return {
    ...stage,
    comparing: false,
    shine: regions,
    page: first.page,
    goal: { number: next(stage), page: first.page, regions: regions.filter((one) => one.page === first.page) },
  };
}

export interface Desk {
  view: DocumentView;
  /** The list that the document was opened from. */
  among?: Among;
  /** The ids of the review that it was opened from, in order. */
  queue?: readonly string[];
  stage: Stage;
  act: Dispatch<Act>;
  edits: Edits;
}

export interface Edits {
  /** Saves the typed text; resolves to whether it was accepted. A `printed` text gains its place where the page has
   *  one only. */
  type: (key: FieldKey, text: string, printed?: boolean) => Promise<boolean>;
  assign: (key: FieldKey, pick: Pick) => Promise<boolean>;
  /** Removes the row named by the path from its list. */
  removeRow: (key: FieldKey) => Promise<boolean>;
  /** Makes the change proposed by a model. */
  accept: (proposal: string) => Promise<boolean>;
  /** Decides which of two readings of a value is right. */
  pick: (issue: string, which: ReadingPick) => Promise<boolean>;
  /** The same for all open differences of a list. */
  pickList: (key: FieldKey, which: ReadingPick) => Promise<boolean>;
  undo: () => void;
  redo: () => void;
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("No DeskContext above this component");
  return desk;
}

/** Selects the next or previous value that needs a decision. */
export function judgeNext({ view, stage, act }: Desk, step: 1 | -1): void {
  const key = neighbour(view, stage.field, step);
  if (key !== null) act({ do: "choose", ...targetOf(view, key) });
}

export const targetOf = (view: DocumentView, key: FieldKey): Target => ({ field: key, regions: placesFor(view, key) });

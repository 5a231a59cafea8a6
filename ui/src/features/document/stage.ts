// The state of the document view: page, zoom, rotation, selected field, picked words, tab. One reducer, so that every
// way to a value (the list, the page, an issue, a total of a case) leads to the same view.
import { createContext, useContext, type Dispatch } from "react";
import type { DocumentView, ReadingPick, Region, Rotation } from "../../ipc";
import type { Among } from "../../shared/route";
import { findField, neighbour, regionsOf, sameField, type FieldKey } from "./values";
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
  editing: boolean;
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

export type Act =
  | { do: "choose"; field: FieldKey; regions: Region[]; edit?: boolean }
  /** Like "choose", unless the person has moved on to another field. */
  | { do: "saved"; field: FieldKey; regions: Region[] }
  | { do: "edit"; on: boolean }
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
        ...towards(stage, act.regions),
        shine: [],
        field: act.field,
        editing: act.edit ?? false,
        pick: null,
        tab: "fields",
      };
    case "saved":
      return sameField(stage.field, act.field) ? reduce(stage, { ...act, do: "choose" }) : stage;
    case "edit":
      return { ...stage, editing: act.on && stage.field !== null };
    case "show":
      return { ...towards(stage, act.regions), pick: null };
    case "turn to":
      return { ...stage, page: act.page, goal: { number: next(stage), page: act.page, regions: [] } };
    case "in front":
      return stage.page === act.page ? stage : { ...stage, page: act.page };
    case "zoom":
      return { ...stage, zoom: typeof act.zoom === "number" ? clampZoom(act.zoom) : act.zoom };
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
      return { ...stage, pick: null, shine: [], field: null, editing: false };
  }
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
  stage: Stage;
  act: Dispatch<Act>;
  edits: Edits;
}

export interface Edits {
  /** Saves the typed text; resolves to whether it was accepted. */
  type: (key: FieldKey, text: string) => Promise<boolean>;
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
  if (key !== null) act({ do: "choose", field: key, regions: regionsOf(findField(view, key)) });
}

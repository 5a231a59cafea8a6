// The person's actions in this window, latest first: one key undoes the last one, on whichever document it was done,
// and another redoes it. The program knows the last action on a document; only the documents are recorded here.
import { createContext, useContext, useSyncExternalStore } from "react";
import { commands, type ClaimView, type Undone } from "../ipc";
import { many } from "./format";
import { complain, say, withdraw } from "./messages";

/** A move of a document within the review queue. */
export interface Claiming {
  document: string;
  before: ClaimView;
  after: ClaimView;
  /** "skipped w2.pdf" */
  label: string;
}

/** A change of a setting that knows its own way back. */
export interface Change {
  /** "switched off automatic acceptance of tax" */
  label: string;
  undo: () => Promise<unknown>;
  redo: () => Promise<unknown>;
}

/** An action on one document, documents moved to or from the trash, known prints that were forgotten, documents accepted
 *  together, a move within the review queue, or a change of a setting. */
export type Act =
  | { document: string }
  | { moved: string[]; to: "trash" | "library" }
  | { forgotten: string[] }
  | { accepted: string[] }
  | { claiming: Claiming }
  | { change: Change };

type Heard = (document: string, undone: Undone) => void;

export class Acts {
  private readonly done: Act[] = [];
  private undone: Act[] = [];
  private going: Promise<void> = Promise.resolve();
  private readonly heard = new Set<Heard>();
  private readonly watchers = new Set<() => void>();

  /** Records an action. Earlier undone actions can no longer be redone, and the undo offered by a message is
   *  withdrawn. */
  did(act: Act): void {
    withdraw();
    this.done.push(act);
    this.undone = [];
    this.tell();
  }

  /** Without an action in this session, undoes the last one on the current document. */
  undo(inFront?: string): void {
    this.then(() => this.step("undo", this.done, this.undone, inFront));
  }

  redo(inFront?: string): void {
    this.then(() => this.step("redo", this.undone, this.done, inFront));
  }

  /** Is notified of what became of a document. */
  readonly listen = (heard: Heard) => {
    this.heard.add(heard);
    return () => void this.heard.delete(heard);
  };
  readonly watch = (watcher: () => void) => {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  };
  readonly some = () => (this.done.length > 0 ? 1 : 0) + (this.undone.length > 0 ? 2 : 0);

  /** One after the other, however fast the keys are pressed. */
  private then(work: () => Promise<void>): void {
    this.going = this.going.then(work).catch(complain).finally(() => this.tell());
  }

  private async step(which: "undo" | "redo", from: Act[], to: Act[], inFront: string | undefined): Promise<void> {
    withdraw();
    let act = from.pop();
    // Actions that were undone elsewhere, or ended by reprocessing, are skipped.
    while (act !== undefined) {
      if (await this.perform(which, act, to, inFront)) return;
      act = from.pop();
    }
    if (inFront !== undefined) await this.perform(which, { document: inFront }, to, inFront);
  }

  private async perform(which: "undo" | "redo", act: Act, to: Act[], inFront: string | undefined): Promise<boolean> {
    const said = which === "undo" ? "Undid" : "Redid";
    if ("moved" in act) {
      const away = (act.to === "trash") === (which === "redo");
      const { changed } = await (away ? commands.trash(act.moved) : commands.restore(act.moved));
      if (changed === 0) return false;
      to.push(act);
      say(`${said}: moved ${many(changed, "document")} to the ${act.to}`);
      return true;
    }
    if ("forgotten" in act) {
      const { changed } = await (which === "undo" ? commands.restorePrints : commands.forgetPrints)(act.forgotten);
      if (changed === 0) return false;
      to.push(act);
      say(`${said}: forgot ${many(changed, "known print")}`);
      return true;
    }
    if ("claiming" in act) {
      const { document, before, after, label } = act.claiming;
      const [from, target] = which === "undo" ? [after, before] : [before, after];
      await commands.claim(document, from.place, target);
      to.push(act);
      say(`${said}: ${label}`);
      return true;
    }
    if ("change" in act) {
      await act.change[which]();
      to.push(act);
      say(`${said}: ${act.change.label}`);
      return true;
    }
    if ("accepted" in act) {
      const ids: string[] = [];
      for (const id of act.accepted) if ((await commands[which](id)) !== null) ids.push(id);
      if (ids.length === 0) return false;
      to.push({ accepted: ids });
      say(`${said}: accepted ${many(ids.length, "document")}`);
      return true;
    }
    const undone = await commands[which](act.document);
    if (undone === null) return false;
    to.push(act);
    for (const heard of this.heard) heard(act.document, undone);
    const { label, file_name } = undone;
    const elsewhere = act.document !== inFront && !label.includes(file_name);
    say(`${said}: ${label}${elsewhere ? ` in ${file_name}` : ""}`);
    return true;
  }

  private tell(): void {
    for (const watcher of this.watchers) watcher();
  }
}

export const ActsContext = createContext<Acts>(new Acts());

export const useActs = () => useContext(ActsContext);

/** Whether any action of this session can be undone or redone. */
export function useSomeActs(): { undo: boolean; redo: boolean } {
  const acts = useActs();
  const some = useSyncExternalStore(acts.watch, acts.some);
  return { undo: (some & 1) > 0, redo: (some & 2) > 0 };
}

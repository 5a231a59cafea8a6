// What the person did in this window, the last of it first: one key takes it back, on whichever document it was done, and
// another makes it again. The program knows what the last act on a document was; here stands only on which.
import { createContext, useContext, useSyncExternalStore } from "react";
import { commands, type Undone } from "../ipc";
import { many } from "./format";
import { complain, say, withdraw } from "./messages";

/** Something done to one document, or documents moved to the trash or out of it. */
export type Act = { document: string } | { moved: string[]; to: "trash" | "library" };

type Heard = (document: string, undone: Undone) => void;

export class Acts {
  private readonly done: Act[] = [];
  private undone: Act[] = [];
  private going: Promise<void> = Promise.resolve();
  private readonly heard = new Set<Heard>();
  private readonly watchers = new Set<() => void>();

  /** Notes what was done. What could be made again before is over, and so is the undo that a message offers. */
  did(act: Act): void {
    withdraw();
    this.done.push(act);
    this.undone = [];
    this.tell();
  }

  /** Without an act of this session the document in front has a last one of its own. */
  undo(inFront?: string): void {
    this.then(() => this.step("undo", this.done, this.undone, inFront));
  }

  redo(inFront?: string): void {
    this.then(() => this.step("redo", this.undone, this.done, inFront));
  }

  /** Hears what became of a document. */
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
    // Acts that were undone elsewhere, or ended by reprocessing, are skipped.
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

/** Whether anything of this session can be undone, and redone. */
export function useSomeActs(): { undo: boolean; redo: boolean } {
  const acts = useActs();
  const some = useSyncExternalStore(acts.watch, acts.some);
  return { undo: (some & 1) > 0, redo: (some & 2) > 0 };
}

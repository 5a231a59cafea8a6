// Keys of the current screen. Parts register their keys while they are shown; the overlay shows the same list.
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";

export interface Key {
  /** As in `KeyboardEvent.key`, with "Mod+" (Ctrl or Command), "Shift+" and "Alt+" before it. */
  keys: string;
  label: string;
  run: () => void;
  /** Whether it also works while typing into a field. */
  whileTyping?: boolean;
}

interface Group {
  title: string;
  keys: Key[];
}

export class Keyboard {
  private groups: Group[] = [];
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly list = () => this.groups;

  add(group: Group): () => void {
    this.groups = [...this.groups, group];
    this.tell();
    return () => {
      this.groups = this.groups.filter((other) => other !== group);
      this.tell();
    };
  }

  /** The last registered part comes first: it is the innermost. */
  answer(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    if (document.querySelector("[data-modal]") !== null) return;
    const pressed = chord(event);
    const typing = isTyping(event.target);
    for (const group of this.groups.toReversed()) {
      const key = group.keys.find((one) => sameChord(one.keys, pressed) && (!typing || one.whileTyping));
      if (key === undefined) continue;
      event.preventDefault();
      key.run();
      return;
    }
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The pressed keys in the notation of `Key.keys`. Shift counts only where it does not change the character. */
export function chord(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const named = event.key.length > 1 || /[a-z]/i.test(event.key);
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("Mod");
  if (event.altKey) parts.push("Alt");
  if (event.shiftKey && named) parts.push("Shift");
  parts.push(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  return parts.join("+");
}

const sameChord = (keys: string, pressed: string) => keys.split(" ").includes(pressed);

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable=true]");
}

export const KeyboardContext = createContext<Keyboard>(new Keyboard());

/** Handles these keys while the calling part is shown. */
export function useKeys(title: string, keys: Key[]): void {
  const keyboard = useContext(KeyboardContext);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const shape = JSON.stringify(keys.map(({ keys, label, whileTyping }) => [keys, label, whileTyping]));
  useEffect(() => {
    const fixed = latest.current.map((key, at) => ({ ...key, run: () => latest.current[at]?.run() }));
    return keyboard.add({ title, keys: fixed });
    // The shape identifies the keys; their actions are looked up when pressed.
  }, [keyboard, title, shape]);
}

export function useKeyGroups(): Group[] {
  const keyboard = useContext(KeyboardContext);
  return useSyncExternalStore(keyboard.subscribe, keyboard.list);
}

const mac = typeof navigator !== "undefined" && navigator.platform.startsWith("Mac");
const SIGNS: Record<string, string> = {
  Mod: mac ? "⌘" : "Ctrl",
  Alt: mac ? "⌥" : "Alt",
  Shift: mac ? "⇧" : "Shift",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  Delete: "Del",
};

/** "Mod+Shift+z" as printed on a key cap. Only the first of several notations is shown. */
export function caps(keys: string): string {
  const first = keys.split(" ")[0] ?? keys;
  const parts = first === "+" ? ["+"] : first.split("+");
  return parts.map((part) => SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(mac ? "" : "+");
}

export function Cap({ keys }: { keys: string }) {
  return <kbd aria-hidden="true">{caps(keys)}</kbd>;
}

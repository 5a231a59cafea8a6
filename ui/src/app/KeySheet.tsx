// The list of currently valid keys, made from the registrations that also handle them.
import { useCallback, useContext, useEffect, useState } from "react";
import { Btn } from "../shared/Btn";
import { Dialog } from "../shared/Dialog";
import { caps, KeyboardContext, useKeyGroups, useKeys } from "../shared/keys";

/** The only key listener of the window. */
export function useKeyboard(): void {
  const keyboard = useContext(KeyboardContext);
  useEffect(() => {
    const answer = (event: KeyboardEvent) => keyboard.answer(event);
    window.addEventListener("keydown", answer);
    return () => window.removeEventListener("keydown", answer);
  }, [keyboard]);
}

export function useKeySheet() {
  const [shown, setShown] = useState(false);
  const open = useCallback(() => setShown(true), []);
  const close = useCallback(() => setShown(false), []);
  useKeys("Anywhere", [{ keys: "? F1", label: "Show keyboard shortcuts", run: open }]);
  return { shown, open, close };
}

/** Keys handled by a part itself, because they apply only inside it. */
const INSIDE = [
  { title: "In a table", keys: [["ArrowUp", "Previous row"], ["ArrowDown", "Next row"], ["Shift+ArrowDown", "Extend the selection"], ["Mod+a", "Select all"], ["Enter", "Open"]] },
  { title: "On the check card", keys: [["Enter", "The value is right, or save what was typed"], ["1", "Take the first choice; 2 and 3 likewise"], ["Tab", "Next value to check"], ["Shift+Tab", "Previous value to check"], ["ArrowDown", "Next line of the form"], ["Backspace", "Empty the value; any letter or digit replaces it"], ["Space", "Toggle a check box; Y and N answer it"], ["Escape", "Restore the value, then close the card"]] },
] as const;

export function KeySheet({ onClose }: { onClose: () => void }) {
  const groups = new Map<string, [string, string][]>();
  for (const { title, keys } of useKeyGroups()) {
    const rows = groups.get(title) ?? [];
    for (const { keys: chord, label } of keys) rows.push([chord, label]);
    groups.set(title, rows);
  }
  for (const { title, keys } of INSIDE) groups.set(title, keys.map(([chord, label]) => [chord, label]));
  return (
    <Dialog wide title="Keyboard shortcuts" onClose={onClose} footer={<Btn autoFocus onPress={onClose}>Close</Btn>}>
      <div className="keys">
        {[...groups].filter(([, rows]) => rows.length > 0).map(([title, rows]) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <dl>
              {rows.map(([chord, label]) => (
                <div key={chord + label}>
                  <dt>{chord.split(" ").map((one) => <kbd key={one}>{caps(one)}</kbd>)}</dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

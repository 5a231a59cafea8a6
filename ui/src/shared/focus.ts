// Where the focus goes when what held it is gone, so that keys work at once after a sheet or a document is closed.
import { useEffect, type RefObject } from "react";

let home: HTMLElement | null = null;

/** While it is shown, this element gets the focus whenever nothing else has it. */
export function useHome(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = element.current;
    home = own;
    refocus();
    return () => {
      if (home === own) home = null;
      // What is hidden must not go on answering the keys.
      own?.blur();
    };
  }, [element]);
}

/** Brings a lost focus home, unless a sheet is open. */
export function refocus(): void {
  const lost = document.activeElement === null || document.activeElement === document.body;
  if (lost && document.querySelector("[data-modal]") === null) home?.focus({ preventScroll: true });
}

// Restores the focus when the element that had it is gone, so that keys work at once after a sheet or a document is
// closed.
import { useEffect, type RefObject } from "react";

let home: HTMLElement | null = null;

/** While it is shown, this element gets the focus whenever no other element has it. */
export function useHome(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = element.current;
    home = own;
    refocus();
    return () => {
      if (home === own) home = null;
      // A hidden element must not keep handling keys.
      own?.blur();
    };
  }, [element]);
}

/** Restores a lost focus, unless a sheet is open. */
export function refocus(): void {
  const lost = document.activeElement === null || document.activeElement === document.body;
  if (lost && document.querySelector("[data-modal]") === null) home?.focus({ preventScroll: true });
}

// Sets the theme on the page; "system" follows changes of the system's theme.
import { useEffect } from "react";
import type { Preferences } from "../ipc";

export function useTheme(theme: Preferences["theme"]): void {
  useEffect(() => {
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const apply = () => {
      document.documentElement.dataset["theme"] = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
    };
    apply();
    dark.addEventListener("change", apply);
    return () => dark.removeEventListener("change", apply);
  }, [theme]);
}

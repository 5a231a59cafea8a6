// Formats figures and dates for people. Reads neither the clock nor the page.
import type { FieldKind } from "../ipc";

const whole = new Intl.NumberFormat("en-US");

export const count = (value: number) => whole.format(value);

/** "1 document", "12 documents". */
export function many(value: number, one: string, several = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : several}`;
}

/** An exact decimal string with separators, never converted to floating point. */
export function money(text: string): string {
  const parts = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (parts === null) return text;
  const [, sign = "", digits = "", cents = ""] = parts;
  return `${sign}${digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",")}${cents}`;
}

/** A field's value as shown beside the page. */
export function shown(kind: FieldKind, value: string | null): string {
  if (value === null || value === "") return "";
  if (kind === "money") return money(value);
  if (kind === "bool") return value === "true" ? "yes" : "no";
  return value;
}

export function bytes(value: number): string {
  if (value < 1024) return many(value, "byte");
  const steps = ["KB", "MB", "GB", "TB"];
  let amount = value;
  let unit = "";
  for (const step of steps) {
    if (amount < 1000) break;
    amount /= 1024;
    unit = step;
  }
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

export function seconds(value: number): string {
  if (value < 1) return `${Math.round(value * 1000)} ms`;
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 60) return `${Math.round(value)} s`;
  const minutes = Math.round(value / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "5.1 documents per second", "1.5 documents per minute"; empty where it is too slow, or too early, to tell. */
export function pace(perSecond: number, unit: string): string {
  const [figure, time] = perSecond >= 1 ? [perSecond, "second"] : [60 * perSecond, "minute"];
  return figure < 0.1 ? "" : `${figure.toFixed(1)} ${unit}s per ${time}`;
}

export const confidence = (value: number | null) => value?.toFixed(2) ?? "–";

/** Shown for a model of unknown price before it is asked. */
export const PRICE_UNKNOWN = "Price unknown, so the spend limit of this workspace is not enforced for this model.";

export const dollars = (value: number) => `$${value.toFixed(value < 0.1 ? 4 : 2)}`;

const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

export function when(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : moment.format(date);
}

export const pagesOf = (first: number, last: number) =>
  first === last ? `page ${first}` : `pages ${first}–${last}`;

/** The last part of a path, on every system. */
export const baseName = (path: string) => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;

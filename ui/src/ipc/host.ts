// What the program tells the window: events, files dragged over it, page pictures. No records.
import { convertFileSrc } from "@tauri-apps/api/core";
import { events } from "./bindings";
import type { Changed, Dragged, Live } from "./types";

/** Files dragged over the window from the system. Returns a function that stops listening. */
export function onDrag(react: (drag: Dragged) => void): () => void {
  return stopper(events.dragged.listen((event) => react(event.payload)));
}

export function onChanged(react: (change: Changed) => void): () => void {
  return stopper(events.changed.listen((event) => react(event.payload)));
}

/** Live output of models. */
export function onLive(react: (live: Live) => void): () => void {
  return stopper(events.live.listen((event) => react(event.payload)));
}

function stopper(listening: Promise<() => void>): () => void {
  return () => void listening.then((stop) => stop());
}

export type Rotation = 0 | 90 | 180 | 270;

/** The URL of a page's picture, drawn by the program at exactly this width in device pixels: the page as it is, or
 *  as prepared for one of its readings. */
export function pagePicture(documentId: string, page: number, width: number, rotate: Rotation, reading?: number): string {
  const base = convertFileSrc("", "page");
  return `${base}${documentId}/${page}?width=${Math.round(width)}&rotate=${rotate}${reading === undefined ? "" : `&reading=${reading}`}`;
}

/** The part of a page that was read separately, as shown on the page or as prepared. */
export function partPicture(documentId: string, page: number, width: number, reading: number, part: "before" | "after"): string {
  return `${pagePicture(documentId, page, width, 0, reading)}&part=${part}`;
}

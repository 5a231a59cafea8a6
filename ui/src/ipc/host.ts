// The window's requests to the system: dialogs, drag and drop, page pictures, events. No records.
import { convertFileSrc } from "@tauri-apps/api/core";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { open, save } from "@tauri-apps/plugin-dialog";
import { events } from "./bindings";
import type { Changed, ExportFormat, Live } from "./types";

const KINDS = [
  { name: "Documents", extensions: ["pdf", "png", "jpg", "jpeg", "tif", "tiff", "webp"] },
  { name: "All files", extensions: ["*"] },
];

export async function chooseFiles(): Promise<string[]> {
  return (await open({ multiple: true, title: "Add documents", filters: KINDS })) ?? [];
}

export async function chooseFolder(title = "Add a folder of documents"): Promise<string[]> {
  const folder = await open({ directory: true, title });
  return folder === null ? [] : [folder];
}

/** A file of prior classifications. */
export async function choosePrior(): Promise<string | null> {
  const filters = [{ name: "JSON or CSV", extensions: ["json", "jsonl", "ndjson", "csv"] }];
  return open({ multiple: false, title: "Compare with a prior classification", filters });
}

export const chooseSave = (name: string, format: ExportFormat) =>
  chooseFile("Export", name, format === "register" ? "csv" : format);

/** The path chosen for a file of this kind. */
export async function chooseFile(title: string, name: string, extension: string): Promise<string | null> {
  const filters = [{ name: extension.toUpperCase(), extensions: [extension] }];
  return save({ title, defaultPath: `${name}.${extension}`, filters });
}

export type Drag = { kind: "over"; paths: string[] } | { kind: "leave" } | { kind: "drop"; paths: string[] };

/** Files dragged over the window from the system. Returns a function that stops listening. */
export function onDrag(react: (drag: Drag) => void): () => void {
  return stopper(
    getCurrentWebview().onDragDropEvent(({ payload }) => {
      if (payload.type === "enter") react({ kind: "over", paths: payload.paths });
      else if (payload.type === "drop") react({ kind: "drop", paths: payload.paths });
      else if (payload.type === "leave") react({ kind: "leave" });
    }),
  );
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

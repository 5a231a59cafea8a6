// One typed function for each command of the program. A refusal becomes a thrown `Refusal`; nothing is decided here.
import { invoke } from "@tauri-apps/api/core";
import type * as T from "./types";

/** What the program could not do, in its own two sentences. */
export class Refusal extends Error {
  readonly trouble: T.Trouble;
  constructor(trouble: T.Trouble) {
    super(trouble.message);
    this.name = "Refusal";
    this.trouble = trouble;
  }
}

function isTrouble(value: unknown): value is T.Trouble {
  return typeof value === "object" && value !== null && "code" in value && "message" in value && "advice" in value;
}

/** Whatever was thrown, as something that can be shown. */
export function troubleOf(error: unknown): T.Trouble {
  if (error instanceof Refusal) return error.trouble;
  if (isTrouble(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "unexpected", message, advice: "Try again; if it happens again, copy the report in Settings." };
}

async function call<R>(command: string, args: Record<string, unknown> = {}): Promise<R> {
  try {
    return await invoke<R>(command, args);
  } catch (error) {
    throw new Refusal(troubleOf(error));
  }
}

export const overview = () => call<T.Overview>("overview");
export const inspectPaths = (paths: string[]) => call<T.Inspection>("inspect_paths", { paths });
export const importPaths = (paths: string[], options: T.ImportOptions) =>
  call<T.ImportReport>("import", { paths, options });
export const importSamples = () => call<T.ImportReport>("import_samples");
export const unlock = (documentId: string, password: string) =>
  call<T.Unlocked>("unlock", { documentId, password });
export const takeOpenedFiles = () => call<string[]>("take_opened_files");

export const library = (query: T.LibraryQuery) => call<T.LibraryPage>("library", { query });
export const caseTotals = (name: string) => call<T.CaseTotal[]>("case_totals", { name });
export const rerun = (ids: string[]) => call<T.Acted>("rerun", { ids });
export const setPack = (ids: string[], pack: string, year: number | null) =>
  call<T.Acted>("set_pack", { ids, pack, year });
export const setCase = (ids: string[], name: string | null) => call<T.Acted>("set_case", { ids, name });
export const trash = (ids: string[]) => call<T.Acted>("trash", { ids });
export const restore = (ids: string[]) => call<T.Acted>("restore", { ids });
export const emptyTrash = () => call<{ erased: number }>("empty_trash");
export const pause = () => call<null>("pause");
export const resume = () => call<null>("resume");
export const cancel = (ids: string[]) => call<T.Acted>("cancel", { ids });
export const retryFailed = () => call<T.Acted>("retry_failed");

export const document = (documentId: string) => call<T.DocumentView>("document", { documentId });
export const pageWords = (documentId: string, page: number) => call<T.PageWords>("page_words", { documentId, page });
export const findInDocument = (documentId: string, text: string) =>
  call<T.Hit[]>("find_in_document", { documentId, text });
export const checkValue = (documentId: string, form: string, path: string, text: string) =>
  call<T.ValueCheck>("check_value", { documentId, form, path, text });
export const correct = (documentId: string, form: string, path: string, edit: T.Edit) =>
  call<T.Corrected>("correct", { documentId, form, path, edit });
export const undo = (documentId: string) => call<T.Corrected>("undo", { documentId });
export const redo = (documentId: string) => call<T.Corrected>("redo", { documentId });
export const transcript = (runId: string, attempt: string) => call<T.StepView[]>("transcript", { runId, attempt });

export const exportDocuments = (request: T.ExportRequest) => call<T.ExportReport>("export", { request });
export const showInFolder = (path: string) => call<null>("show_in_folder", { path });

export const packs = () => call<T.PackView[]>("packs");
export const setPreferences = (preferences: T.Preferences) => call<T.Preferences>("set_preferences", { preferences });
export const engines = () => call<T.EngineCard[]>("engines");
export const keyState = (provider: string) => call<T.KeyState>("key_state", { provider });
export const setKey = (provider: string, key: string, sessionOnly: boolean) =>
  call<T.KeyState>("set_key", { provider, key, sessionOnly });
export const testKey = (provider: string) => call<{ ok: boolean; message: string }>("test_key", { provider });
export const removeKey = (provider: string) => call<T.KeyState>("remove_key", { provider });
export const diagnostics = () => call<T.Diagnostics>("diagnostics");
export const copyReport = () => call<string>("copy_report");
export const openDataFolder = () => call<null>("open_data_folder");

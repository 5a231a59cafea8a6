// What comes in and what goes out: drag, sheet, paste, export, settings, cases; and axe over each screen.
import { emit } from "@tauri-apps/api/event";
import axe from "axe-core";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it, vi } from "vitest";
import type { ImportReport, Overview, WorkspaceCopy } from "../../src/ipc";
import { picked, standIn } from "../standin";
import { drag, openWindow } from "./open";

const ready = () => screen.findAllByRole("row", { name: /\.pdf/ });

async function serious(): Promise<string[]> {
  // Colours and sizes need a real window; the contrast of all tokens has its own test.
  const found = await axe.run(document.body, { rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } } });
  return found.violations
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" | ")}`);
}

describe("coming in", () => {
  it("says over the window what a drop will do, asks once, and reads", async () => {
    const { user, asked } = openWindow();
    await ready();
    await act(() => drag("over", ["/c/a.pdf", "/c/again.pdf"]));
    await screen.findByText("Drop to add 2 files");
    await screen.findByText("1 file is already in the library.");
    await act(() => drag("drop", ["/c/a.pdf", "/c/again.pdf"]));
    const sheet = await screen.findByRole("dialog", { name: "Add 2 documents" });
    expect(within(sheet).getByLabelText<HTMLInputElement>("Case").value).toBe("Client 12");
    const year = within(sheet).getByLabelText("Expected tax year");
    await user.clear(year);
    await user.type(year, "20x");
    await within(sheet).findByText(/Enter a year such as/);
    await user.clear(year);
    await user.type(year, "2024");
    await user.click(within(sheet).getByRole("button", { name: "Add 1 document" }));
    await waitFor(() => expect(asked("import")).toHaveLength(1));
    expect(asked("import")[0]?.args["options"]).toEqual({ pack: "tax", expected_year: 2024, case: "Client 12", case_by_folder: false, engine: "local", skip_duplicates: true });
    expect(asked("set_preferences")[0]?.args["preferences"]).toMatchObject({ expected_year: 2024, case: "Client 12" });
  });

  it("copies in the background, tells how far it is, stops, and keeps a second import waiting", async () => {
    let finish: (report: ImportReport) => void = () => undefined;
    const stopped: string[] = [];
    const { user } = openWindow(12, {
      import: () => new Promise((resolve) => (finish = resolve)),
      stop_import: () => (stopped.push("import"), null),
    });
    await ready();
    await act(() => drag("drop", ["/c/a.pdf", "/c/b.pdf"]));
    const sheet = await screen.findByRole("dialog", { name: "Add 2 documents" });
    expect(document.activeElement).toBe(within(sheet).getByLabelText("Expected tax year"));
    await user.keyboard("{Enter}");
    const copying = await screen.findByRole("region", { name: "Adding files" });
    expect(screen.queryByRole("dialog")).toBeNull();
    await emit("changed", { kind: "import", document_id: null, run_id: null, stage: null, page: 1, pages: 2, attempt: null, text: null });
    await within(copying).findByText("1 of 2 files");
    await act(() => drag("drop", ["/c/c.pdf"]));
    const second = await screen.findByRole("dialog", { name: "Add 1 document" });
    within(second).getByText("Files are still being copied. Add these when they are done.");
    expect(within(second).getByRole("button", { name: "Add 1 document" }).hasAttribute("disabled")).toBe(true);
    await user.keyboard("{Escape}");
    await user.click(within(copying).getByRole("button", { name: "Stop" }));
    expect(stopped).toEqual(["import"]);
    finish({ queued: 1, duplicates: 0, other_kinds: 0, refused: [] });
    await screen.findByText("Added 1 document");
    expect(screen.queryByRole("region", { name: "Adding files" })).toBeNull();
  });

  it("takes the overlay away when the drag leaves", async () => {
    openWindow();
    await ready();
    await act(() => drag("over", ["/c/a.pdf"]));
    await screen.findByText("Drop to add 1 file");
    await act(() => drag("leave", []));
    await waitFor(() => expect(screen.queryByText(/Drop to add/)).toBeNull());
  });

  it("suggests the case of before without filing under it", async () => {
    const { user, asked } = openWindow(12, {
      inspect: () => ({ files: 1, folders: 0, bytes: 9, duplicates: [], unknown: ["/c/photo.HEIC"], other_kinds: 3, others: ["letter.docx", "notes.txt", "all.zip"], subfolders: [], suggested_case: null, sample: ["a.pdf"] }),
    });
    await ready();
    await user.click(screen.getByRole("button", { name: "Cases" }));
    await act(() => drag("drop", ["/c/a.pdf"]));
    const sheet = await screen.findByRole("dialog", { name: "Add 1 document" });
    expect(within(sheet).getByLabelText<HTMLInputElement>("Case").value).toBe("");
    const skipped = within(sheet).getByRole("region", { name: "Skipped files" });
    expect(within(skipped).getAllByRole("listitem").map((one) => one.textContent)).toEqual([
      "photo.HEIC Export as JPEG, PNG or PDF, then add that.",
      "letter.docx, notes.txt Save or print it as PDF, then add that.",
      "all.zip Unpack it, then add the folder.",
    ]);
    await user.click(within(sheet).getByRole("button", { name: "Add 1 document" }));
    await waitFor(() => expect(asked("import")[0]?.args["options"]).toMatchObject({ case: null }));
  });

  it("files each folder inside as a case of its own when asked to", async () => {
    const { user, asked } = openWindow(12, {
      inspect: () => ({ files: 2, folders: 1, bytes: 9, duplicates: [], unknown: [], other_kinds: 0, others: [], subfolders: ["Brown", "Hodges"], suggested_case: "clients", sample: ["a.pdf"] }),
    });
    await ready();
    await act(() => drag("drop", ["/c/clients"]));
    const sheet = await screen.findByRole("dialog", { name: "Add 2 documents" });
    await user.click(within(sheet).getByRole("checkbox", { name: "One case per subfolder: Brown, Hodges" }));
    await user.click(within(sheet).getByRole("button", { name: "Add 2 documents" }));
    await waitFor(() => expect(asked("import")[0]?.args["options"]).toMatchObject({ case: "clients", case_by_folder: true }));
  });

  it("says over the window who will read", async () => {
    const overview = standIn().answer("overview", {}) as Overview;
    openWindow(12, { overview: () => ({ ...overview, preferences: { ...overview.preferences, engines: { tax: "anthropic:small-1" } } }) });
    await ready();
    await act(() => drag("over", ["/c/a.pdf"]));
    await screen.findByText(/read by Anthropic, which receives their pages once you agree; your files are not changed/);
  });

  it("asks once for the password of a locked document that came with an import", async () => {
    const overview = standIn().answer("overview", {}) as Overview;
    let password = 0;
    const { user } = openWindow(12, { overview: () => ({ ...overview, counts: { ...overview.counts, password } }) });
    await ready();
    await act(() => drag("drop", ["/c/a.pdf"]));
    await user.click(await screen.findByRole("button", { name: "Add 1 document" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    password = 1;
    await act(() => emit("changed", { kind: "settings", document_id: null, run_id: null, stage: null, page: null, pages: null, attempt: null, text: null }));
    const sheet = await screen.findByRole("dialog", { name: "This document is locked" });
    await user.click(within(sheet).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Unlock 1 document…" }));
    await screen.findByRole("dialog", { name: "This document is locked" });
  });

  it("takes pasted paths and leaves other text alone", async () => {
    const { asked } = openWindow();
    await ready();
    const paste = (text: string) =>
      fireEvent.paste(document.body, { clipboardData: { getData: (kind: string) => (kind === "text" ? text : "") } });
    paste("just words");
    await waitFor(() => expect(asked("paste_paths")).toHaveLength(1));
    expect(asked("inspect")).toHaveLength(0);
    paste("/c/pasted one.pdf\n/c/two.pdf");
    await screen.findByRole("dialog", { name: "Add 2 documents" });
    expect(asked("inspect")[0]?.args).toEqual({ ticket: picked("/c/pasted one.pdf", "/c/two.pdf").ticket });
  });
});

describe("going out", () => {
  it("tells how far a long export is, and stops it", async () => {
    let end: (report: null) => void = () => undefined;
    const { user } = openWindow(12, {
      export: () => new Promise((done) => (end = done)),
      stop_export: () => end(null),
    });
    const [first] = await ready();
    await user.click(first ?? document.body);
    await user.keyboard("{Control>}e{/Control}");
    await user.click(await screen.findByRole("button", { name: "Choose a file and export…" }));
    await screen.findByText("0 of 1 document");
    const change = { kind: "export", document_id: null, run_id: null, stage: null, page: 5, pages: 12, attempt: null, text: null };
    await act(() => emit("changed", change));
    await screen.findByText("5 of 12 documents");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    await screen.findByText("Export stopped; nothing was written");
    expect(await screen.findByRole("button", { name: "Choose a file and export…" })).toBeTruthy();
  });

  it("exports the chosen documents and says what was written", async () => {
    const { user, asked } = openWindow();
    const [first] = await ready();
    await user.click(first ?? document.body);
    await user.keyboard("{Control>}e{/Control}");
    await user.click(await screen.findByRole("button", { name: "Choose a file and export…" }));
    await screen.findByText("1 document, 3 forms, 4 rows written.");
    const { ticket } = picked("/clients/someone/documents.csv");
    expect(asked("choose_export")[0]?.args).toEqual({ name: "documents", format: "csv" });
    expect(asked("export")[0]?.args).toEqual({ ticket, request: { ids: ["doc-0"], filter: null, format: "csv", settled_only: true, mask: false } });
    await user.click(screen.getByRole("button", { name: "Show in folder" }));
    expect(asked("show_in_folder")[0]?.args).toEqual({ ticket });
  });

  it("masks where it can, and names a folder where one is written", async () => {
    const { user, asked } = openWindow();
    await user.click((await ready())[0] ?? document.body);
    await user.keyboard("{Control>}e{/Control}");
    await user.click(await screen.findByRole("checkbox", { name: /Mask the numbers/ }));
    const choose = async (label: RegExp, option: RegExp) => {
      await user.click(screen.getByRole("button", { name: label }));
      await user.click(await screen.findByRole("option", { name: option }));
    };
    await choose(/Documents/, /in any state/);
    await user.click(screen.getByRole("button", { name: "Choose a file and export…" }));
    await screen.findByText(/written/);
    expect(asked("export")[0]?.args).toMatchObject({ request: { settled_only: false, mask: true } });
    await user.click(screen.getByRole("button", { name: "Done" }));
    await user.keyboard("{Control>}e{/Control}");
    await choose(/Format/, /COCO/);
    await screen.findByText("Numbers cannot be masked in pictures of pages.");
    await screen.findByRole("button", { name: "Name a folder and export…" });
  });

  it("says that nothing is settled yet", async () => {
    const { user } = openWindow(12, { export_counts: () => ({ documents: 1, settled: 0 }) });
    await user.click((await ready())[0] ?? document.body);
    await user.keyboard("{Control>}e{/Control}");
    await screen.findByText(/None of them is settled yet/);
    expect(screen.getByRole("button", { name: "Choose a file and export…" }).hasAttribute("disabled")).toBe(true);
  });

  it("writes nothing when no file was chosen", async () => {
    const { user, asked } = openWindow(12, { choose_export: () => null });
    await user.click((await ready())[0] ?? document.body);
    await user.keyboard("{Control>}e{/Control}");
    await user.click(await screen.findByRole("button", { name: "Choose a file and export…" }));
    await screen.findByRole("button", { name: "Choose a file and export…" });
    expect(asked("export")).toHaveLength(0);
  });
});

describe("settings", () => {
  it("keep a key without ever showing it", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Settings" }));
    const input = await screen.findByLabelText<HTMLInputElement>("API key");
    expect(input.type).toBe("password");
    await user.type(input, "made-up-key");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("The key is stored in the system keychain.");
    expect(asked("set_key")[0]?.args).toMatchObject({ provider: "anthropic", sessionOnly: false });
    expect(document.body.innerHTML).not.toContain("made-up-key");
    await user.click(screen.getByRole("button", { name: "Test" }));
    await screen.findByText("The key is stored and can be read back.");
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await screen.findByLabelText("API key");
  });

  it("tell what a model was found to be able to do", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("button", { name: "Test model" }));
    await screen.findByText("Calls tools: no: it wrote text instead of calling a tool");
    expect(asked("test_model")).toHaveLength(1);
  });

  it("offers the session only when no keychain answers", async () => {
    const { user } = openWindow(12, {
      key_state: () => ({ stored: false, store: "none", message: "No keychain is available on this computer." }),
    });
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await screen.findByText("No keychain is available on this computer.");
    await user.type(screen.getByLabelText("API key"), "x");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
    await user.click(screen.getByRole("checkbox", { name: "This session only" }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(false);
  });

  it("choose who recognises scans, of those who are installed", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("button", { name: /OCR engine/ }));
    const missing = await screen.findByRole("option", { name: /ONNX Runtime/ });
    expect(missing.getAttribute("aria-disabled")).toBe("true");
    await user.click(screen.getByRole("option", { name: "Tesseract" }));
    await waitFor(() => expect(asked("set_preferences").at(-1)?.args).toMatchObject({ preferences: { recogniser: "tesseract" } }));
    await user.click(screen.getByRole("button", { name: /Character set/ }));
    await user.click(await screen.findByRole("option", { name: /English/ }));
    await waitFor(() => expect(asked("set_preferences").at(-1)?.args).toMatchObject({ preferences: { script: "english" } }));
  });

  it("copies the report at the press of its button, and says how else when the system refuses", async () => {
    const { user } = openWindow();
    await user.click(screen.getByRole("button", { name: "Settings" }));
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Copy report" });
    await waitFor(() => expect(button.disabled).toBe(false));
    await user.click(button);
    await screen.findByText("Report copied. It contains no document text.");
    expect(await navigator.clipboard.readText()).toBe("Version: 0.1.0\nDocuments: 12");
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    await user.click(button);
    await screen.findByText("Select the lines above and copy them with the keyboard.");
    await user.click(button);
    await screen.findByText("Could not copy the report. (2 times)");
  });

  it("choose another data folder for the next start", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("button", { name: "Choose another folder…" }));
    await screen.findByText("/mnt/vault");
    expect(asked("choose_data_folder")).toHaveLength(1);
  });

  it("back up, and stop a backup", async () => {
    let end: (made: WorkspaceCopy | null) => void = () => undefined;
    const { user, asked } = openWindow(12, {
      back_up: () => new Promise<WorkspaceCopy | null>((answer) => (end = answer)),
      stop_backup: () => end(null),
    });
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("button", { name: "Back up…" }));
    await emit("changed", { kind: "backup", document_id: null, run_id: null, stage: null, page: 40, pages: 100, attempt: null, text: null });
    await screen.findByText("40%");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    await user.click(await screen.findByRole("button", { name: "Back up…" }));
    const copy = { folder: "/mnt/copy", shown_by: picked("/mnt/copy"), documents: 12, unavailable: 1 };
    end(copy);
    await screen.findByText("/mnt/copy");
    await screen.findByText(/1 original missing or damaged/);
    await user.click(screen.getByRole("button", { name: "Show in folder" }));
    expect(asked("show_in_folder")[0]?.args).toEqual({ ticket: copy.shown_by.ticket });
  });

  it("verify and restore a backup", async () => {
    const faults = ["database.sqlite has changed since the backup was made"];
    const { user } = openWindow(12, { verify_backup: () => ({ folder: "/mnt/copy", documents: 12, faults }) });
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("button", { name: "Verify this workspace" }));
    await screen.findByText(/12 documents, all intact/);
    await user.click(screen.getByRole("button", { name: "Verify a backup…" }));
    await screen.findByText(faults[0] ?? "");
    await user.click(screen.getByRole("button", { name: "Restore a backup…" }));
    await screen.findByText(/Restored 12 documents to/);
    await screen.findByText(/After a restart:/);
  });

  it("refuse a limit that makes no sense", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Settings" }));
    const pages = await screen.findByLabelText("Pages per document");
    await user.clear(pages);
    await user.type(pages, "0{Enter}");
    await screen.findByText("Enter a whole number from 1 to 10,000.");
    expect(asked("set_preferences")).toHaveLength(0);
    await user.clear(pages);
    await user.type(pages, "500{Enter}");
    await waitFor(() => expect(asked("set_preferences")[0]?.args["preferences"]).toMatchObject({ max_pages: 500 }));
  });

  it("take a limit of spending in dollars", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Settings" }));
    const limit = await screen.findByLabelText("Spend limit (USD)");
    await user.clear(limit);
    await user.type(limit, "12.345{Enter}");
    await screen.findByText("Enter an amount from $0.00 to $10,000.00.");
    expect(asked("set_preferences")).toHaveLength(0);
    await user.clear(limit);
    await user.type(limit, "$1,250.5{Enter}");
    const kept = { spend_limit_cents: 125_050 };
    await waitFor(() => expect(asked("set_preferences")[0]?.args["preferences"]).toMatchObject(kept));
  });
});

describe("cases", () => {
  it("lead from a total to the value on its page", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Cases" }));
    const cell = await screen.findByText("47,355.40");
    expect(cell.textContent).toBe("47,355.40");
    screen.getByRole("region", { name: "W-2 · 2019" });
    screen.getByText("1 not yet accepted");
    const [open] = screen.getAllByRole("button", { name: /^1 value / });
    await user.click(open ?? document.body);
    await screen.findByText(/y\.pdf · duplicate of x\.pdf, counted once/);
    const missing = screen.getByRole("region", { name: "Missing papers" });
    within(missing).getByRole("heading", { name: "1 paper of 2019 not found for 2020" });
    expect(missing.textContent).toContain("1099-INT from First Bank");
    const papers = within(screen.getByRole("region", { name: "Documents of the case" }));
    papers.getByRole("heading", { name: "2 documents, 1 not settled" });
    expect(papers.getAllByText(/W-2 · 2020 · North Bakery/)).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /2 values/ }));
    await user.click((await screen.findAllByRole("button", { name: "Show on the page" }))[0] ?? document.body);
    await waitFor(() => expect(asked("document")[0]?.args).toEqual({ documentId: "doc-0" }));
    await waitFor(() => expect(document.querySelector(".f.on")?.getAttribute("data-field")).toBe("wages_tips"));
  });
});

describe("axe finds nothing serious", () => {
  it.each(["Library", "Cases", "Trash", "Packs", "Settings"])("in %s", async (name) => {
    const { user } = openWindow();
    await ready();
    await user.click(screen.getByRole("button", { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(document.querySelector("h1")).not.toBeNull());
    expect(await serious()).toEqual([]);
  });

  it("in a document, on every tab", async () => {
    const { user } = openWindow();
    await user.dblClick((await ready())[0] ?? document.body);
    for (const tab of await screen.findAllByRole("tab")) {
      await user.click(tab);
      expect(await serious()).toEqual([]);
    }
  });
});

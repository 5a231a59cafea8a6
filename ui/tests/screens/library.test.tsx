// The library by keyboard and pointer: moving, choosing, opening, trash with undo, search, ten thousand rows.
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { LibraryPage, Overview, Preferences } from "../../src/ipc";
import { rowOf } from "../papers";
import { standIn, type Standin } from "../standin";
import { drag, openWindow } from "./open";

const grid = () => screen.findByRole("grid", { name: "Documents" });
const rows = async () => within(await grid()).findAllByRole("row", { name: /\.pdf/ });

/** Answers of a program into whose library a document comes. */
const comingTo = (program: Standin, came: () => boolean): Parameters<typeof openWindow>[1] => ({
  library: (args) => {
    const page = program.answer("library", args) as LibraryPage;
    return came() ? { ...page, rows: [rowOf(99), ...page.rows], total: page.total + 1 } : page;
  },
  trash: (args) => program.answer("trash", args),
});

describe("the library", () => {
  it("shows a document with its type, confidence, year and state", async () => {
    openWindow();
    const [first] = await rows();
    expect(first?.textContent).toMatch(/2020 Form W-2 0\.pdf.*W-2.*0\.98 high.*2020.*Needs review/);
  });

  it("keeps only the rows in view of ten thousand", async () => {
    openWindow(10_000);
    const found = await rows();
    expect(found.length).toBeLessThan(60);
    expect((await grid()).getAttribute("aria-rowcount")).toBe("10001");
  });

  it("moves, extends and opens by keys", async () => {
    const { user, asked } = openWindow();
    await rows();
    (await grid()).focus();
    await user.keyboard("{ArrowDown}");
    expect((await grid()).getAttribute("aria-activedescendant")).toBe("row-1");
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
    await screen.findByText("2 documents selected");
    await user.keyboard("{Home}{Enter}");
    await waitFor(() => expect(asked("document")[0]?.args).toEqual({ documentId: "doc-0" }));
  });

  it("chooses all, also those never in view", async () => {
    const { user } = openWindow(1000);
    await rows();
    (await grid()).focus();
    await user.keyboard("{Control>}a{/Control}");
    await screen.findByText("1,000 documents selected");
  });

  it("moves to the trash and back by undo", async () => {
    const { user, asked } = openWindow();
    await user.click((await rows())[1] ?? document.body);
    await user.keyboard("{Delete}");
    await screen.findByText("Moved 1 document to the trash");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(asked("restore")[0]?.args).toEqual({ ids: ["doc-1"] });
  });

  it("searches when the typing rests", async () => {
    const { user, asked } = openWindow();
    await rows();
    await user.type(screen.getByRole("searchbox", { name: /Search names/ }), "receipt");
    await waitFor(() =>
      expect(asked("library").some(({ args }) => (args["query"] as { search: string }).search === "receipt")).toBe(true),
    );
    expect(asked("library").some(({ args }) => (args["query"] as { search: string }).search === "rec")).toBe(false);
    await waitFor(async () => expect((await rows()).length).toBe(3));
  });

  it("filters by a chip and says that nothing matches", async () => {
    const { user } = openWindow(3);
    await rows();
    await user.click(screen.getByRole("button", { name: /failed/ }));
    await screen.findByText("No matching documents");
    await user.click(screen.getByRole("button", { name: "Show all documents" }));
    await waitFor(async () => expect((await rows()).length).toBe(3));
  });

  it("offers samples when there is nothing", async () => {
    const { user, asked } = openWindow(0);
    await user.click(await screen.findByRole("button", { name: "Try the sample documents" }));
    await screen.findByText("Added 3 sample documents");
    expect(asked("import_samples")).toHaveLength(1);
  });

  it("asks for the password of a locked document and says when it is wrong", async () => {
    const { user } = openWindow();
    await user.dblClick((await rows())[6] ?? document.body);
    await user.type(await screen.findByLabelText("Password"), "wrong{Enter}");
    await screen.findByText(/This password does not open/);
    await user.clear(screen.getByLabelText("Password"));
    await user.type(screen.getByLabelText("Password"), "right{Enter}");
    await screen.findByText("Unlocked 1 document");
  });

  it("sorts by keys", async () => {
    const { user, asked } = openWindow();
    await rows();
    (await grid()).focus();
    await user.keyboard("s");
    expect(document.activeElement?.textContent).toBe("Document");
    await user.keyboard("{ArrowRight}{ArrowRight}{Enter}");
    const sorted = (column: string, descending: boolean) =>
      waitFor(() => expect(asked("library").at(-1)?.args["query"]).toMatchObject({ sort: { column, descending } }));
    await sorted("label", false);
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(await grid());
    await user.keyboard("{Shift>}s{/Shift}");
    await sorted("label", true);
  });

  it("says what could not be read beside what was", async () => {
    const overview = standIn(9).answer("overview", {}) as Overview;
    openWindow(9, { overview: () => ({ ...overview, batch: null, counts: { ...overview.counts, queued: 0, running: 0 } }) });
    await rows();
    const progress = await screen.findByRole("group", { name: "Progress" });
    expect(progress.textContent).toMatch(/7 of 9 done.*to review/);
    expect(progress.textContent?.match(/failed|locked|Unlock/g)).toEqual(["Unlock", "failed"]);
    within(progress).getByRole("button", { name: "Unlock 1 document…" });
  });

  it("tells what was cancelled from what failed, and reads it on request", async () => {
    const overview = standIn(9).answer("overview", {}) as Overview;
    const counts = { ...overview.counts, queued: 0, running: 0, failed: 0, cancelled: 1 };
    const { user, asked } = openWindow(9, { overview: () => ({ ...overview, batch: null, counts }) });
    await rows();
    const progress = await screen.findByRole("group", { name: "Progress" });
    expect(progress.textContent).toMatch(/7 of 9 done.*to review/);
    expect(within(progress).queryByRole("button", { name: /failed/ })).toBeNull();
    await user.click(within(progress).getByRole("button", { name: "Retry 1 cancelled" }));
    await waitFor(() => expect(asked("retry")[0]?.args).toEqual({ state: "cancelled" }));
  });

  it("changes of chosen documents only what was changed", async () => {
    const { user, asked } = openWindow();
    await rows();
    (await grid()).focus();
    await user.keyboard("{Control>}a{/Control}");
    await user.click(await screen.findByRole("button", { name: "Pack, year, engine…" }));
    const sheet = await screen.findByRole("dialog");
    await waitFor(() => expect(within(sheet).getByLabelText<HTMLInputElement>("Expected tax year").value).toBe("2020"));
    await user.click(within(sheet).getByRole("button", { name: "Reprocess" }));
    await waitFor(() => expect(asked("set_pack")[0]?.args["change"]).toEqual({ pack: null, expected_year: null, engine: null }));
  });

  it("says unchanged where chosen documents differ", async () => {
    const { user, asked } = openWindow(12, {
      chosen: () => ({ packs: ["tax", "clinical"], expected_years: [2023, null], engines: ["local"], in_work: 0 }),
    });
    await user.click((await rows())[0] ?? document.body);
    await user.click(screen.getByRole("button", { name: "Pack, year, engine…" }));
    const sheet = await screen.findByRole("dialog");
    const year = await within(sheet).findByPlaceholderText("Unchanged: 2023, any");
    expect(within(sheet).getByRole("button", { name: /Pack/ }).textContent).toContain("Unchanged");
    await user.type(year, "2024");
    await user.click(within(sheet).getByRole("button", { name: "Reprocess" }));
    await waitFor(() => expect(asked("set_pack")[0]?.args["change"]).toEqual({ pack: null, expected_year: { year: 2024 }, engine: null }));
  });

  it("offers to cancel what is in work, wherever it is in the list", async () => {
    const { user, asked } = openWindow(1000);
    await rows();
    (await grid()).focus();
    await user.keyboard("{End}");
    await user.keyboard("{Control>}a{/Control}");
    await user.click(await screen.findByRole("button", { name: /^Cancel processing \d+ of them/ }));
    await waitFor(() => expect((asked("cancel")[0]?.args["ids"] as string[]).length).toBe(1000));
  });

  it("has the documents that wait for a person one press away", async () => {
    const { user, asked } = openWindow();
    await rows();
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    await waitFor(() => expect(asked("review_queue").at(-1)?.args["query"]).toMatchObject({ order: "most_issues" }));
    await waitFor(() => expect(screen.getByRole("button", { name: /^Review/ }).getAttribute("aria-current")).toBe("page"));
    const grid = await screen.findByRole("grid", { name: "Documents to review" });
    const [first] = await within(grid).findAllByRole("row");
    await user.dblClick(first ?? document.body);
    await user.click(await screen.findByRole("button", { name: "Accept and next" }));
    await waitFor(() => expect(asked("save_review")[0]?.args).toMatchObject({ documentId: "doc-0", judgement: "accept" }));
    await waitFor(() => expect(asked("document").at(-1)?.args).toEqual({ documentId: "doc-9" }));
  });

  it("moves no row under the pointer while work goes on", async () => {
    let came = false;
    const { user, client } = openWindow(12, comingTo(standIn(12), () => came));
    const names = async () => (await rows()).map((row) => row.querySelector("[title]")?.getAttribute("title"));
    await user.hover((await rows())[1] ?? document.body);
    const before = await names();
    came = true;
    await act(() => client.invalidateQueries({ queryKey: ["library"] }));
    await screen.findByText(/1 new document/);
    expect(await names()).toEqual(before);
    await user.click((await rows())[1] ?? document.body);
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}{Delete}");
    await screen.findByText("Moved 2 documents to the trash");
    await waitFor(async () => expect((await names())[0]).toBe(rowOf(99).file_name));
    expect((await names()).slice(0, 3)).toEqual([99, 0, 3].map((number) => rowOf(number).file_name));
    expect(screen.queryByText(/1 new document/)).toBeNull();
  });

  it("shows what comes into an empty list, also under the pointer", async () => {
    let came = false;
    const program = standIn(12);
    const library = (args: Record<string, unknown>) => {
      const page = program.answer("library", args) as LibraryPage;
      return came ? page : { ...page, rows: [], total: 0 };
    };
    const { user, client } = openWindow(12, { library });
    await screen.findByText("No matching documents");
    await user.hover(await grid());
    came = true;
    await act(() => client.invalidateQueries({ queryKey: ["library"] }));
    expect((await rows()).length).toBe(12);
  });

  it("shows what came when it is asked for", async () => {
    let came = false;
    const { user, client } = openWindow(12, comingTo(standIn(12), () => came));
    await user.hover((await rows())[0] ?? document.body);
    came = true;
    await act(() => client.invalidateQueries({ queryKey: ["library"] }));
    await user.click(await screen.findByRole("button", { name: "Show" }));
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain(rowOf(99).file_name));
  });

  it("has the focus at once, and again when a sheet is closed", async () => {
    const { user } = openWindow();
    await rows();
    expect(document.activeElement).toBe(await grid());
    await act(() => drag("drop", ["/c/a.pdf"]));
    await user.click(await screen.findByRole("button", { name: "Add 1 document" }));
    await waitFor(async () => expect(document.activeElement).toBe(await grid()));
    await user.keyboard("{ArrowDown}");
    expect((await grid()).getAttribute("aria-activedescendant")).toBe("row-1");
  });

  it("says a pace that can be imagined, and puts notices above the screen", async () => {
    const overview = standIn(9).answer("overview", {}) as Overview;
    const notice = "Work was paused. Cannot store page 3: the disk is full. Free some disk space, then choose Resume.";
    openWindow(9, { overview: () => ({ ...overview, notices: [notice], batch: overview.batch && { ...overview.batch, per_second: 0.025 } }) });
    expect((await screen.findByRole("group", { name: "Progress" })).textContent).toContain("1.5 documents per minute");
    const list = await screen.findByRole("list", { name: "Notices" });
    expect(list.textContent).toBe(notice);
    expect(list.closest("nav")).toBeNull();
  });

  it("offers to read nothing where the reader is missing", async () => {
    const overview = standIn().answer("overview", {}) as Overview;
    openWindow(12, { overview: () => ({ ...overview, reader_missing: true }) });
    await rows();
    await act(() => drag("drop", ["/c/a.pdf"]));
    const read = await screen.findByRole("button", { name: "Add 1 document" });
    expect(read.hasAttribute("disabled")).toBe(true);
    screen.getByText(/The document reader is missing/);
  });

  it("lists the keys that are valid here", async () => {
    const { user } = openWindow();
    (await grid()).focus();
    await user.keyboard("?");
    const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    within(sheet).getByText("Add files");
    within(sheet).getByText("Select all");
  });

  it("says that the trash is erased only once the program was told so", async () => {
    let agrees = false;
    let declined = 0;
    const { user } = openWindow(12, { empty_trash: () => (agrees ? { erased: 1 } : ((declined += 1), null)) });
    await user.click((await rows())[0] ?? document.body);
    await user.keyboard("{Delete}");
    await user.click(screen.getByRole("button", { name: /Trash/ }));
    await screen.findByRole("grid", { name: "Trash" });
    await user.click(await screen.findByRole("button", { name: "Empty trash…" }));
    await waitFor(() => expect(declined).toBe(1));
    expect(screen.queryByText(/for good/)).toBeNull();
    agrees = true;
    await user.click(screen.getByRole("button", { name: "Empty trash…" }));
    await screen.findByText("Erased 1 document for good");
  });

  it("says a refusal and what to do next", async () => {
    const { user } = openWindow(12, {
      trash: () => {
        // The program refuses with a record, not with an error of the language.
        // eslint-disable-next-line @typescript-eslint/only-throw-error
        throw { code: "busy", message: "The document is being read.", advice: "Cancel it first." };
      },
    });
    await user.click((await rows())[0] ?? document.body);
    await user.keyboard("{Delete}");
    await screen.findByText("The document is being read.");
    screen.getByText("Cancel it first.");
  });
});

describe("a saved filter", () => {
  it("is saved under a name, chosen again, removed and taken back", async () => {
    const { user, asked } = openWindow();
    await rows();
    await user.click(screen.getByRole("button", { name: /accepted/ }));
    await user.click(screen.getByRole("button", { name: /saved filters/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Save this filter…" }));
    await user.keyboard("Done so far{Enter}");
    await screen.findByRole("button", { name: /filter: Done so far/ });
    const stored = () => (asked("set_preferences").at(-1)?.args["preferences"] as Preferences).saved_filters;
    expect(stored()).toMatchObject([{ name: "Done so far", filter: { states: ["accepted"], trash: false } }]);

    await user.click(screen.getByRole("button", { name: /all$/ }));
    await user.keyboard("{Control>}k{/Control}");
    await user.keyboard("so far{Enter}");
    await screen.findByRole("button", { name: /filter: Done so far/ });

    await user.click(screen.getByRole("button", { name: /filter: Done so far/ }));
    await user.click(await screen.findByRole("menuitem", { name: /^Remove/ }));
    await screen.findByText("Removed the filter Done so far");
    expect(stored()).toEqual([]);
    await user.keyboard("{Control>}z{/Control}");
    await screen.findByRole("button", { name: /filter: Done so far/ });
  });
});

describe("the command palette", () => {
  it("finds a command by a part of its name and runs it", async () => {
    const { user } = openWindow();
    await rows();
    await user.keyboard("{Control>}k{/Control}");
    const palette = await screen.findByRole("dialog", { name: "Find a command" });
    await user.keyboard("shortc");
    await waitFor(() => expect(within(palette).getAllByRole("menuitem")).toHaveLength(1));
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(screen.queryByRole("dialog", { name: "Find a command" })).toBeNull();
  });

  it("leads to a case", async () => {
    const { user, asked } = openWindow();
    await rows();
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("menuitem", { name: /Rosalez/ });
    await user.keyboard("rosa{Enter}");
    await waitFor(() => expect(asked("case_view")[0]?.args).toEqual({ name: "Rosalez" }));
  });
});

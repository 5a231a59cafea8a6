// What a person did is taken back by one key wherever it was done, asked for a name once, and never accepted past a blocker
// unseen; history and corrected pages say so in sentences.
import { screen, waitFor, within } from "@testing-library/react";
import { emit } from "@tauri-apps/api/event";
import { describe, expect, it } from "vitest";
import type { Change, DocumentView, Overview, Remarks } from "../../src/ipc";
import { chartOf, markedOf, rowOf } from "../papers";
import { standIn } from "../standin";
import { openWindow } from "./open";

type Answers = Parameters<typeof openWindow>[1];

const UNDO = "{Control>}z{/Control}";

/** The messages at the foot of the window. */
const said = () => [...document.querySelectorAll(".message")].map((one) => one.textContent.replace(/(Undo)?✕$/, ""));

async function open(answers: Answers = {}) {
  const opened = openWindow(12, answers);
  const rows = await screen.findAllByRole("row", { name: /\.pdf/ });
  await opened.user.dblClick(rows[0] ?? document.body);
  await screen.findByRole("complementary", { name: "Inspector" });
  return opened;
}

describe("undo", () => {
  it("takes an acceptance back in the document that came next, and says so", async () => {
    const { user, asked } = await open();
    const first = screen.getByRole("heading", { level: 1 }).textContent;
    await user.keyboard("{Shift>}a{/Shift}");
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).not.toBe(first));
    await user.keyboard(UNDO);
    await screen.findByText(`Undid: accepted ${first}`);
    expect(asked("undo").map(({ args }) => args["documentId"])).toEqual(["doc-0"]);
    expect(said(), "what the message offered is over").not.toContain("Accepted");
  });

  it("is silent where there is nothing to take back", async () => {
    const { user, asked } = await open({ undo: () => null });
    await user.keyboard(UNDO);
    await waitFor(() => expect(asked("document").length).toBeGreaterThan(0));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(document.querySelector(".message")).toBeNull();
  });

  it("brings documents back from the trash, and redo moves them there again", async () => {
    const { user, asked } = openWindow();
    const rows = await screen.findAllByRole("row", { name: /\.pdf/ });
    await user.click(rows[1] ?? document.body);
    await user.keyboard("{Delete}");
    await screen.findByText("Moved 1 document to the trash");
    await user.keyboard(UNDO);
    await screen.findByText("Undid: moved 1 document to the trash");
    expect(asked("restore")[0]?.args).toEqual({ ids: ["doc-1"] });
    await user.keyboard("{Control>}y{/Control}");
    await waitFor(() => expect(asked("trash")).toHaveLength(2));
  });
});

describe("known prints", () => {
  it("are listed with why one is not used, and forgotten with an undo", async () => {
    const { user, asked } = openWindow();
    await user.click(await screen.findByRole("button", { name: "Settings" }));
    const section = await screen.findByRole("region", { name: "Known prints" });
    expect(within(section).getAllByRole("row").map((row) => row.textContent)).toEqual([
      "FormSettled papersFieldsUsedChanged",
      expect.stringMatching(/^W-2314yes/),
      expect.stringMatching(/^1099-INT16no: on 1 of 2 settled papers/),
    ]);
    await user.click(within(section).getByRole("button", { name: /Forget the print of W-2/ }));
    await screen.findByText("Forgot 1 known print");
    expect(within(section).queryByText("W-2")).toBeNull();
    await user.keyboard(UNDO);
    await screen.findByText("Undid: forgot 1 known print");
    expect(asked("restore_prints")[0]?.args).toEqual({ ids: ["print-0"] });
    await emit("changed", { kind: "settings", document_id: null, run_id: null, stage: null, page: null, pages: null, attempt: null, text: null });
    await within(section).findByText("W-2");
    await user.click(within(section).getByRole("button", { name: "Forget all" }));
    await within(section).findByText("No print is known yet.");
  });

  it("are named where they read a value", async () => {
    await open();
    await screen.findByRole("button", { name: /Control number, A1-77.*, read by the print of 2 settled papers$/ });
  });
});

describe("a blocker", () => {
  it("is shown once before the document is accepted all the same", async () => {
    const given: Remarks[] = [];
    const refuse = Object.assign(new Error("open"), { code: "open_blockers", message: "could not accept it", advice: "Settle them." });
    const { user } = await open({
      save_review: ({ remarks }) => {
        given.push(remarks as Remarks);
        if (!(remarks as Remarks).despite_blockers) throw refuse;
        return null;
      },
    });
    await user.keyboard("a");
    const dialog = await screen.findByRole("alertdialog", { name: "1 blocker is open" });
    expect(within(dialog).getAllByRole("listitem")).toHaveLength(1);
    await user.click(within(dialog).getByRole("button", { name: "Go back" }));
    expect(given.map((one) => one.despite_blockers)).toEqual([false]);
    await user.keyboard("a");
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Accept anyway" }));
    await waitFor(() => expect(given.map((one) => one.despite_blockers)).toEqual([false, false, true]));
    await waitFor(() => expect(said()).toContain("Accepted"));
  });
});

describe("the name of whoever corrects", () => {
  it("is asked once, before the first correction or verdict", async () => {
    const named: string[] = [];
    const program = standIn();
    const opened = openWindow(12, {
      overview: () => {
        const overview = program.answer("overview", {}) as Overview;
        return { ...overview, preferences: { ...overview.preferences, reviewer: named[0] ?? null } };
      },
      set_preferences: ({ preferences }) => {
        named.push((preferences as Overview["preferences"]).reviewer ?? "");
        return preferences;
      },
    });
    const { user, asked } = opened;
    const rows = await screen.findAllByRole("row", { name: /\.pdf/ });
    await user.dblClick(rows[0] ?? document.body);
    await screen.findByRole("complementary", { name: "Inspector" });
    await user.keyboard("r");
    const sheet = await screen.findByRole("dialog", { name: "Who is reviewing?" });
    expect(asked("save_review")).toHaveLength(0);
    await user.type(within(sheet).getByLabelText("Your name"), "Dana{Enter}");
    await waitFor(() => expect(asked("save_review")).toHaveLength(1));
    expect(named).toEqual(["Dana"]);
    await user.keyboard("r");
    await waitFor(() => expect(asked("save_review")).toHaveLength(2));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the history", () => {
  it("is told in sentences", async () => {
    const change = (part: Partial<Change>): Change => ({
      id: `${part.kind} ${part.name}`, at: "2026-01-05T07:06:00Z", kind: "edit", by: "Dana", name: "page 2", form: null, path: "",
      before: "SECRET//X1", after: "SECRET//NOFORN", undone: false, ...part,
    });
    const history = [
      change({ kind: "settled", name: "Accepted" }),
      change({}),
      change({ kind: "undo", before: "SECRET//NOFORN", after: "SECRET//X1" }),
      change({ name: "pages 14–15", before: "Clinical Note", after: "Radiology Report", by: "you" }),
    ];
    const { user } = await open({ document: (): DocumentView => ({ ...markedOf(rowOf(0)), history }) });
    await user.click(await screen.findByRole("tab", { name: /History/ }));
    const panel = await screen.findByRole("tabpanel", { name: /History/ });
    expect(within(panel).getAllByRole("listitem").map((one) => one.textContent.replace(/, \d+ Jan.*$/, ""))).toEqual([
      "You changed pages 14–15 from Clinical Note to Radiology Report",
      "Dana set page 2 back from SECRET//NOFORN to SECRET//X1",
      "Dana changed page 2 from SECRET//X1 to SECRET//NOFORN",
      "Accepted, by Dana",
    ]);
  });
});

describe("a corrected page", () => {
  it("says who corrected it and keeps what was read struck through", async () => {
    const view = markedOf(rowOf(0));
    const [first, ...rest] = view.findings;
    if (first === undefined || first.marking === null) throw new Error("no finding");
    const read = { by: "Dana", label: "SECRET", marking: { ...first.marking, line: "SECRET//X1" } };
    const corrected: DocumentView = {
      ...view,
      findings: [{ ...first, corrected: read }, ...rest],
      classification: view.classification === null ? null : { ...view.classification, corrected: read },
    };
    await open({ document: () => corrected });
    const front = await screen.findByRole("region", { name: "Findings on page 1" });
    within(front).getByText("Corrected by Dana");
    expect(within(front).getByText("SECRET//X1").closest("del")).not.toBeNull();
    expect(within(front).getByRole("article", { name: "First pass" }).textContent).not.toContain("high");
    expect(screen.getByRole("region", { name: "Rationale" }).textContent).toContain("Corrected by Dana");
  });
});

describe("segments", () => {
  it("are split without overlap, and a refusal stands beneath them", async () => {
    const message = "could not save the segments: page 2 is in two segments";
    const program = standIn();
    const given: unknown[] = [];
    const { user } = await open({
      document: () => chartOf(rowOf(0)),
      overview: () => {
        const overview = program.answer("overview", {}) as Overview;
        return { ...overview, packs: [{ name: "clinical", title: "Charts", version: "1", labels: ["Genomic Report", "Clinical Note"] }] };
      },
      relabel: ({ label }) => {
        given.push(JSON.parse(label as string));
        throw Object.assign(new Error("refused"), { code: "failed", message, advice: "" });
      },
    });
    await user.click(await screen.findByRole("tab", { name: "Review" }));
    const form = within(await screen.findByRole("group", { name: "Segments" }));
    const able = form.getAllByRole("button", { name: "Split" }).find((one) => !one.hasAttribute("disabled"));
    if (able === undefined) throw new Error("nothing can be split");
    await user.click(able);
    await user.click(form.getByRole("button", { name: "Save segments" }));
    const range = (first_page: number, last_page: number, label: string) => ({ first_page, last_page, label });
    await waitFor(() => expect(given).toEqual([[range(1, 1, "Genomic Report"), range(2, 2, "Genomic Report"), range(3, 3, "Clinical Note")]]));
    expect((await form.findByRole("alert")).textContent).toBe(message);
    const [last] = form.getAllByLabelText("Last page");
    if (last === undefined) throw new Error("no range");
    await user.clear(last);
    await user.type(last, "999");
    await form.findByText(/The document ends with page/);
    expect(form.getByRole("button", { name: "Save segments" }).hasAttribute("disabled")).toBe(true);
  });
});

describe("an export from Cases", () => {
  it("counts the documents of the case, those without amounts too", async () => {
    const { user } = openWindow();
    await screen.findAllByRole("row", { name: /\.pdf/ });
    await user.click(screen.getByRole("button", { name: "Cases" }));
    const listed = within(await screen.findByRole("navigation", { name: "Cases" })).getAllByRole("button")[0];
    const number = listed?.querySelector("b")?.textContent;
    await user.click(await screen.findByRole("button", { name: "Export…" }));
    await screen.findByRole("dialog", { name: `Export ${number} documents` });
  });
});

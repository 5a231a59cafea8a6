// Packs that judge page by page or by segments: findings as they come, the marking of the window, readings, shares.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { emit } from "@tauri-apps/api/event";
import { describe, expect, it } from "vitest";
import type { DocumentView, MarkingView, Overview, ReadingView, SegmentView } from "../../src/ipc";
import { chartOf, markedOf, rowOf } from "../papers";
import { standIn } from "../standin";
import { openWindow } from "./open";

const SECRET: MarkingView = { level: "SECRET", line: "SECRET//NOFORN", colour: "#c8102e", declassify_on: null, cancelled: false };
const word = { text: "SECRET", x: 250, y: 20, width: 50, height: 12, confidence: 0.4, owner: null };
const READINGS: ReadingView[] = [
  { number: 1, source: "ocr", dpi: 200, turn: 0, enhancements: [], reason: null, words: [word] },
  { number: 2, source: "ocr", dpi: 300, turn: 0, enhancements: ["fine detection"], reason: null, words: [{ ...word, confidence: 0.99 }] },
];

async function open(view: () => DocumentView) {
  const opened = openWindow(12, { document: view, page_readings: () => READINGS });
  const rows = await screen.findAllByRole("row", { name: /\.pdf/ });
  await opened.user.dblClick(rows[0] ?? document.body);
  await screen.findByRole("complementary", { name: "Inspector" });
  return opened;
}

describe("a document that is judged page by page", () => {
  it("shows what was found on each page and why a page was read twice", async () => {
    const { user } = await open(() => markedOf(rowOf(0)));
    const pages = await screen.findByRole("listbox", { name: "Findings by page" });
    // The list measures its room, which is none here: the page is turned by keys.
    pages.focus();
    await user.keyboard("{ArrowDown}");
    const front = await screen.findByRole("region", { name: "Findings on page 2" });
    within(front).getByText("Requested a better image: the marking is damaged or faint.");
    expect(within(front).getAllByRole("article").map((one) => one.getAttribute("aria-label"))).toEqual(["First pass", "Second pass"]);
    await user.keyboard("{ArrowDown}");
    const last = await screen.findByRole("region", { name: "Findings on page 3" });
    within(last).getByText(/Searched: banner top, banner bottom; on the original image\./);
    expect(screen.queryByRole("tab", { name: "Fields" })).toBeNull();
  });

  it("says how far the looking is, and shows the highest marking so far above and below everything", async () => {
    let looked = 1;
    await open(() => markedOf(rowOf(0), looked));
    await screen.findByText("Pages: 1 of 3 examined");
    const banner = await screen.findByRole("region", { name: "Marking" });
    expect(banner.textContent).toContain("Highest marking in this document: SECRET//NOFORN · so far");
    expect(banner.style.background).toBe("rgb(200, 16, 46)");
    expect(document.querySelector(".banner-line.bottom")?.textContent).toBe("SECRET//NOFORN · so far");
    looked = 3;
    await emit("changed", { kind: "run", document_id: "doc-0", run_id: null, stage: null, page: null, pages: null, attempt: null, text: null });
    await screen.findByText("3 pages");
    await waitFor(() => expect(banner.textContent).not.toContain("so far"));
  });

  it("holds two readings of a page side by side", async () => {
    const { user } = await open(() => markedOf(rowOf(0)));
    await user.keyboard("c");
    const compare = await screen.findByRole("region", { name: "Readings of page 1" });
    await within(compare).findByRole("group", { name: "1 · OCR at 200 dpi" });
    within(compare).getByRole("group", { name: "2 · OCR at 300 dpi, fine detection" });
    await user.click(within(compare).getByRole("button", { name: /Back to the page/ }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Readings of page 1" })).toBeNull());
  });
});

describe("a workspace with markings", () => {
  it("shows its highest marking on every screen, and there is none where no pack knows levels", async () => {
    const plain = openWindow();
    await screen.findAllByRole("row", { name: /\.pdf/ });
    expect(screen.queryByRole("region", { name: "Marking" })).toBeNull();
    const overview = plain.program.answer("overview", {}) as Overview;
    plain.view.unmount();
    openWindow(12, { overview: () => ({ ...overview, marking: SECRET }) });
    const banner = await screen.findByRole("region", { name: "Marking" });
    expect(banner.textContent).toContain("Highest marking in this workspace: SECRET//NOFORN");
    cleanup();
    openWindow(12, { overview: () => ({ ...overview, marking: { ...SECRET, line: "SECRET", cancelled: true } }) });
    await waitFor(() => expect(document.querySelector(".banner-line.bottom")?.textContent).toBe("SECRET · cancelled"));
  });
});

describe("a chart of several segments", () => {
  it("shows segments, shares and what shows them", async () => {
    const { user } = await open(() => chartOf(rowOf(0)));
    const within1 = await screen.findByRole("region", { name: "Shares of the segment" });
    within(within1).getByText("85%");
    within(within1).getByText("no evidence");
    within(screen.getByRole("region", { name: "Mixture" })).getByText("mentioned");
    screen.getByText("The second segment is short.");
    await user.click(within(screen.getByRole("region", { name: "Segments" })).getByRole("button", { name: /Clinical Note/ }));
    await waitFor(() => expect(screen.getByRole("region", { name: "Shares of the segment" }).textContent).toContain("Clinical Note, page 3"));
  });

  it("is cut, joined and labeled by keys in the thumbnails, each after the other however fast", async () => {
    const program = standIn(12, "light");
    const overview = program.answer("overview", {}) as Overview;
    const clinical = { name: "clinical", title: "Charts", version: "1", labels: ["Clinical Note", "Genomic Report", "Other"], by_year: false };
    let segments = chartOf(rowOf(0)).classification?.segments ?? [];
    const types = segments[0]?.types ?? [];
    const saved: string[] = [];
    const opened = openWindow(12, {
      overview: () => ({ ...overview, packs: [...overview.packs, clinical], preferences: { ...overview.preferences, reviewer: "Dana" } }),
      document: () => {
        const view = chartOf(rowOf(0));
        return { ...view, classification: view.classification && { ...view.classification, segments } };
      },
      relabel: ({ path, label: value }) => {
        saved.push(`${path as string} ${value as string}`);
        segments = (JSON.parse(value as string) as SegmentView[]).map((one) => ({ ...one, confidence: 1, types }));
        return null;
      },
    });
    const { user } = opened;
    await user.dblClick((await screen.findAllByRole("row", { name: /\.pdf/ }))[0] ?? document.body);
    await screen.findByRole("complementary", { name: "Inspector" });
    await user.keyboard("g");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Pages");
    await screen.findByRole("note", { name: "Keys for segments" });
    await user.keyboard("{ArrowDown}b1");
    const parts = (...of: [number, number, string][]) =>
      `segments ${JSON.stringify(of.map(([first_page, last_page, label]) => ({ first_page, last_page, label })))}`;
    await waitFor(() =>
      expect(saved).toEqual([
        parts([1, 1, "Genomic Report"], [2, 2, "Genomic Report"], [3, 3, "Clinical Note"]),
        parts([1, 1, "Genomic Report"], [2, 2, "Clinical Note"], [3, 3, "Clinical Note"]),
      ]),
    );
    await user.keyboard("{ArrowDown}m");
    await waitFor(() => expect(saved.at(-1)).toBe(parts([1, 1, "Genomic Report"], [2, 3, "Clinical Note"])));
    await user.keyboard("{ArrowUp}{ArrowUp}m");
    expect(saved).toHaveLength(3);
    await waitFor(async () => {
      await emit("changed", { kind: "run", document_id: "doc-0", run_id: null, stage: null, page: null, pages: null, attempt: null, text: null });
      expect(within(screen.getByRole("region", { name: "Segments" })).getAllByRole("button")).toHaveLength(2);
    });
  });
});

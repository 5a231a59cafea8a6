// The review screen: rows that do not move, claims with undo, an order that is kept, acceptance of several documents.
import { screen, waitFor, within } from "@testing-library/react";
import { emit } from "@tauri-apps/api/event";
import { describe, expect, it } from "vitest";
import type { ReviewQueue } from "../../src/ipc";
import { progress } from "../../src/features/review/session";
import { standIn } from "../standin";
import { openWindow } from "./open";

async function openReview(answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = openWindow(24, answers);
  await screen.findAllByRole("row", { name: /\.pdf/ });
  await opened.user.keyboard("r");
  const grid = await screen.findByRole("grid", { name: "Documents to review" });
  const rows = await within(grid).findAllByRole("row");
  return { ...opened, grid, names: rows.map((row) => row.textContent) };
}

const UNDO = "{Control>}z{/Control}";

describe("the review", () => {
  it("skips, defers with a note and flags, each with an undo", async () => {
    const { user, asked, grid } = await openReview();
    await user.keyboard("s");
    await screen.findByText(/^Skipped /);
    expect(asked("claim").at(-1)?.args).toMatchObject({ from: "open", to: { place: "skipped" } });
    await user.keyboard(UNDO);
    await screen.findByText(/^Undid: skipped /);
    expect(asked("claim").at(-1)?.args).toMatchObject({ from: "skipped", to: { place: "open" } });
    await user.keyboard("d");
    await user.type(await screen.findByLabelText("Note"), "waits for page 2{Enter}");
    await waitFor(() => expect(asked("claim").at(-1)?.args).toMatchObject({ to: { place: "deferred", note: "waits for page 2" } }));
    grid.focus();
    await user.keyboard("{Home}f");
    await user.type(await screen.findByLabelText("Note"), "a signature{Enter}");
    await waitFor(() => expect(asked("claim").at(-1)?.args).toMatchObject({ to: { flagged: true, note: "a signature" } }));
  });

  it("keeps its rows in place and only counts what comes in", async () => {
    const program = standIn(24);
    let more = false;
    const { user, grid, names } = await openReview({
      review_queue: ({ query }) => {
        const { rows } = program.answer("review_queue", { query }) as ReviewQueue;
        const [first] = rows;
        return { rows: more && first !== undefined ? [{ ...first, document_id: "fresh", file_name: "fresh.pdf" }, ...rows] : rows };
      },
    });
    more = true;
    await emit("changed", { kind: "documents", document_id: "doc-0", run_id: null, stage: null, page: null, pages: null, attempt: null, text: null });
    await screen.findByText("1 new document: show");
    expect(within(grid).getAllByRole("row").map((row) => row.textContent)).toEqual(names);
    await user.click(screen.getByText("1 new document: show"));
    await waitFor(() => expect(within(grid).getAllByRole("row")[0]?.textContent).toContain("fresh.pdf"));
  });

  it("goes from document to document in its order, and tells the progress", async () => {
    const { user, grid } = await openReview();
    grid.focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("complementary", { name: "Inspector" });
    await screen.findByText(/^1 of \d+$/, { selector: ".place" });
    await user.keyboard("{Escape}{Shift>}a{/Shift}");
    await screen.findByText(/^2 of \d+$/, { selector: ".place" });
    await user.click(screen.getByRole("button", { name: /^Review/, current: "page" }));
    await screen.findByText(/^1 of \d+$/, { selector: "[title='This session']" });
  });

  it("keeps the order that was chosen", async () => {
    const { user, asked } = await openReview();
    await user.click(await screen.findByRole("button", { name: /Order/ }));
    await user.click(await screen.findByRole("option", { name: "What fits my time" }));
    await waitFor(() => expect(asked("set_preferences").at(-1)?.args["preferences"]).toMatchObject({ review_order: "minutes" }));
  });

  it("accepts several only without open blockers, and what is unverified only on request", async () => {
    const { user, asked } = await openReview();
    await user.keyboard("{Shift>}a{/Shift}");
    const sheet = await screen.findByRole("dialog", { name: /^Accept \d+ documents\?$/ });
    await within(sheet).findByRole("region", { name: /^1 document stays in review because of open blockers/ });
    const doubtful = within(sheet).getByRole("region", { name: /^1 document has values that nobody has checked/ });
    within(doubtful).getByText(/Social security tax withheld/);
    const total = asked("unverified")[0]?.args["ids"] as string[];
    await user.click(within(sheet).getByRole("button", { name: new RegExp(`^Accept ${total.length - 2} document`) }));
    await waitFor(() => expect(asked("accept_all")[0]?.args).toEqual({ ids: total.slice(2) }));
    await screen.findByText(new RegExp(`^Accepted ${total.length - 2} document`));
    await user.keyboard(UNDO);
    await screen.findByText(new RegExp(`^Undid: accepted ${total.length - 2} document`));
    expect(asked("undo").map(({ args }) => args["documentId"])).toEqual(total.slice(2));
  });
});

describe("the progress of a session", () => {
  it.each([
    [{ done: 0, total: 21 }, 0.2, "0 of 21"],
    [{ done: 7, total: 21 }, 14.3, "7 of 21 · 14 min · 0.5 a minute"],
    [{ done: 3, total: 3 }, 1, "3 of 3 · 1 min · 3.0 a minute"],
  ])("%j after %d minutes", (session, minutes, expected) => {
    expect(progress(session, minutes)).toBe(expected);
  });
});

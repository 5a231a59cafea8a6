// Ground truth: kinds are counted apart, the log says where it is broken, acceptance is switched with an undo.
import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it } from "vitest";
import type { ChainView } from "../../src/ipc";
import { openWindow } from "./open";

async function openTruth(answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = openWindow(10, answers);
  await screen.findAllByRole("row", { name: /\.pdf/ });
  await opened.user.keyboard("{Control>}4{/Control}");
  const grid = await screen.findByRole("grid", { name: "Settled documents" });
  return { ...opened, grid };
}

const BROKEN: ChainView = {
  entries: 12, rows: 30, head: "ab", broken: [
    { number: 7, at: "2026-01-05T10:00:00Z", document_id: "doc-1", file_name: "w2.pdf", what: "the settled truth x was changed behind the log" },
    { number: 9, at: null, document_id: null, file_name: null, what: "the verdict y is gone" },
  ],
};

describe("ground truth", () => {
  it("counts each kind by itself, filters by it, and exports what is shown", async () => {
    const { user, grid } = await openTruth();
    await screen.findByText("10 documents: 2 automatic, 2 confirmed, 2 corrected, 2 imported, 2 audited");
    await user.click(screen.getByRole("button", { name: "2 corrected" }));
    await screen.findByText("2 documents: 2 corrected");
    expect(within(grid).getAllByRole("row")).toHaveLength(3);
    await user.click(screen.getByRole("button", { name: "Export 2 documents…" }));
    await screen.findByRole("dialog", { name: /^Export/ });
  });

  it("opens a document by keys", async () => {
    const { user, grid } = await openTruth();
    grid.focus();
    await user.keyboard("{ArrowDown}{Enter}");
    await screen.findByRole("complementary", { name: "Inspector" });
  });

  it("says that the log holds, or names the first broken link", async () => {
    const { view } = await openTruth();
    await screen.findByText("Log verified");
    view.unmount();
    await openTruth({ verify_audit: () => BROKEN });
    await screen.findByText("Log broken at entry 7");
    expect(screen.getByRole("alert").textContent).toContain("w2.pdf · the settled truth x was changed behind the log (1 difference more)");
  });

  it("switches acceptance on, and off again with undo", async () => {
    const { user, asked } = await openTruth();
    await screen.findByText("2 of 4 audited acceptances were wrong");
    await user.click(screen.getByRole("button", { name: "Switch on" }));
    await screen.findByText("Automatic acceptance of clinical is on");
    await user.keyboard("{Control>}z{/Control}");
    await screen.findByText("Undid: switched automatic acceptance of clinical on");
    expect(asked("switch_acceptance").map(({ args }) => args)).toEqual([{ pack: "clinical", on: true }, { pack: "clinical", on: false }]);
  });

  it("sets the share to draw, and refuses what is no percentage", async () => {
    const { user, asked } = await openTruth();
    await user.click(await screen.findByRole("button", { name: "Change…" }));
    const share = screen.getByLabelText("Percent to draw");
    await user.clear(share);
    await user.type(share, "101");
    await screen.findByText("Enter a whole number from 0 to 100.");
    await user.clear(share);
    await user.type(share, "20{Enter}");
    await waitFor(() => expect(asked("set_audit_rules").at(-1)?.args).toEqual({ rules: { percent: 20, limit_percent: 2 } }));
  });

  it("leads to the audit sample in the review", async () => {
    const { user, asked } = await openTruth();
    await user.click(await screen.findByRole("button", { name: "Check 1 drawn document" }));
    await screen.findByRole("grid", { name: "Documents to review" });
    expect(asked("set_preferences").at(-1)?.args["preferences"]).toMatchObject({ review_order: "audit_sample" });
  });

  it("reviews a document blind, and takes the second review back", async () => {
    const { user, asked } = await openTruth();
    await user.click(await screen.findByRole("button", { name: "Review 1 document blind" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Second review of w2.pdf" });
    await user.click(within(dialog).getByRole("button", { name: /Type/ }));
    await user.click(await screen.findByRole("option", { name: "W-2" }));
    await user.type(await within(dialog).findByLabelText("Box 1: Wages"), "1,200.00");
    await user.click(within(dialog).getByRole("button", { name: "Save second review" }));
    await screen.findByText("Second review saved. Nothing settled has changed");
    expect(asked("save_second_review").at(-1)?.args).toEqual({ document: "doc-0", label: "W-2", typed: [{ form: 0, field: "wages_tips", text: "1,200.00" }] });
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(asked("withdraw_second_review").at(-1)?.args).toEqual({ document: "doc-0", withdrawn: true }));
  });

  it("shows the agreement, and settles a difference with another value", async () => {
    const { user, asked } = await openTruth();
    await user.click(await screen.findByRole("button", { name: "Show agreement" }));
    await screen.findByText("0.80 (0.44 to 1.00)");
    await user.click(screen.getByRole("button", { name: "Adjudicate 1 document" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Adjudicate int.pdf" });
    expect(within(dialog).getByRole("button", { name: "Settle" }).hasAttribute("disabled")).toBe(true);
    await user.click(within(dialog).getByRole("button", { name: /Interest income/ }));
    await user.click(await screen.findByRole("option", { name: "Another value" }));
    await user.type(await within(dialog).findByLabelText(/another value/), "13.00");
    await user.click(within(dialog).getByRole("button", { name: "Settle" }));
    await waitFor(() => expect(asked("adjudicate").at(-1)?.args).toEqual({ document: "doc-1", rulings: { "forms[0].interest_income": { typed: "13.00" } } }));
  });

  it("has nothing that axe finds", async () => {
    await openTruth();
    await screen.findByText("Log verified");
    const found = await axe.run(document.body, { rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } } });
    expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});

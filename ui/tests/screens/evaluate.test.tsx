// Evaluation: cells and rows open their documents, the way back leads to the cell, words tell truth from agreement.
import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it } from "vitest";
import type { EvaluationView } from "../../src/ipc";
import { evaluationOf, SIDES } from "../comparison";
import { openWindow } from "./open";

const ABOUT = { of: "local", against: "truth", pack: null };

async function openEvaluation(answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = openWindow(10, answers);
  await screen.findAllByRole("row", { name: /\.pdf/ });
  await opened.user.keyboard("{Control>}5{/Control}");
  await screen.findByRole("heading", { name: "Evaluate" });
  return opened;
}

describe("evaluation", () => {
  it("compares the first results with truth, and gets the focus", async () => {
    const { asked } = await openEvaluation();
    const comparison = await screen.findByRole("region", { name: "Comparison" });
    within(comparison).getByText("Local engine against what people settled: 6 documents.");
    within(comparison).getByText("types correct");
    expect(asked("evaluation").map(({ args }) => args)).toEqual([{ query: ABOUT }]);
    await waitFor(() => expect(document.activeElement).toBe(comparison));
  });

  it("says that there are other documents by now", async () => {
    let sides = SIDES;
    const { user, client } = await openEvaluation({ sides: () => sides });
    await screen.findByRole("region", { name: "Comparison" });
    expect(screen.queryByText("Documents were added or removed since")).toBeNull();
    sides = SIDES.map((side) => ({ ...side, documents: side.documents + 1 }));
    await client.invalidateQueries({ queryKey: ["sides"] });
    await screen.findByText("Documents were added or removed since");
    await user.click(screen.getByRole("button", { name: "Compare again" }));
    await screen.findByRole("region", { name: "Comparison" });
  });

  it("opens the documents of a cell, and comes back to the cell", async () => {
    const { user, asked } = await openEvaluation();
    const cell = await screen.findByRole("button", { name: "1 document settled as W-2, found as 1099-INT" });
    cell.focus();
    await user.keyboard("{Enter}");
    const chip = await screen.findByRole("button", { name: "1 from Evaluate" });
    await waitFor(() => expect(asked("library").at(-1)?.args["query"]).toMatchObject({ ids: ["doc-2"] }));
    await user.click(chip);
    await waitFor(() => expect(asked("library").at(-1)?.args["query"]).toMatchObject({ ids: [] }));
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    await waitFor(() => expect(document.activeElement).toBe(cell));
    expect(asked("evaluation")).toHaveLength(1);
  });

  it("opens the documents in which a field differs, and lists the others on request", async () => {
    const { user, asked } = await openEvaluation();
    const fields = await screen.findByRole("region", { name: "Fields" });
    expect(within(fields).queryByText("tax_year")).toBeNull();
    await user.click(within(fields).getByRole("button", { name: "Show all 2 fields" }));
    within(fields).getByText("tax_year");
    await user.click(within(fields).getByRole("button", { name: "1 document with differences in W-2 wages_tips" }));
    await waitFor(() => expect(asked("library").at(-1)?.args["query"]).toMatchObject({ ids: ["doc-1"] }));
  });

  it("speaks of differences between results, and of errors against truth", async () => {
    const { user } = await openEvaluation();
    await screen.findByText("Share of 9 errors found when the most doubtful documents are reviewed first.");
    await user.click(screen.getByRole("button", { name: /Reference/ }));
    await user.click(await screen.findByRole("option", { name: /anthropic:small-1/ }));
    await screen.findByText(/Neither is known to be right/);
    await screen.findByText("Share of 9 differences found when the most doubtful documents are reviewed first.");
    expect(document.body.textContent).not.toMatch(/\b(wrong|errors|correct)\b/);
    within(screen.getByRole("region", { name: "Cost and time" })).getByText("$0.0200");
  });

  it("says what is needed", async () => {
    const none = SIDES.map((side) => ({ ...side, documents: 0 }));
    const { view } = await openEvaluation({ sides: () => none });
    await screen.findByText("Nothing to compare yet");
    view.unmount();
    await openEvaluation({ evaluation: () => ({ ...evaluationOf(ABOUT), documents: [] }) });
    await screen.findByText("No document has both");
  });

  it("can be stopped and begun again", async () => {
    let answer: (view: EvaluationView | null) => void = () => undefined;
    let times = 0;
    const evaluation = () => {
      times += 1;
      return times === 1 ? new Promise((resolve) => (answer = resolve)) : evaluationOf(ABOUT);
    };
    const { user, asked } = await openEvaluation({ evaluation });
    await screen.findByText("Comparing…");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(asked("stop_evaluation")).toHaveLength(1);
    answer(null);
    await screen.findByText("The comparison was stopped");
    await user.click(screen.getByRole("button", { name: "Compare again" }));
    await screen.findByRole("region", { name: "Comparison" });
  });

  it("has nothing that axe finds", async () => {
    await openEvaluation();
    await screen.findByRole("region", { name: "Comparison" });
    const found = await axe.run(document.body, { rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } } });
    expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});

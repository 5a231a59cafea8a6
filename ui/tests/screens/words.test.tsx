// Corrections in words, and values that two engines read differently.
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DocumentView, IssueView } from "../../src/ipc";
import { documentOf, rowOf } from "../papers";
import { openWindow } from "./open";

const MODEL = "anthropic:small-1";

async function opened(change: (view: DocumentView) => void = () => undefined, answers: Parameters<typeof openWindow>[1] = {}) {
  const window = openWindow(12, answers);
  const stored = documentOf(rowOf(0));
  change(stored);
  const program = window.program;
  // The stand-in keeps one copy of a document; its first reading is replaced by ours.
  Object.assign(program.answer("document_kept", { documentId: "doc-0" }) as DocumentView, stored);
  const [first] = await screen.findAllByRole("row", { name: /\.pdf/ });
  await window.user.dblClick(first ?? document.body);
  await screen.findByRole("heading", { name: "Describe a correction" });
  return window;
}

const withModel = (view: DocumentView) => {
  view.corrector = MODEL;
};

describe("corrections in words", () => {
  it("need a model and say so", async () => {
    const { user } = await opened();
    await user.click(screen.getByRole("button", { name: "Choose one in Settings" }));
    await screen.findByRole("heading", { name: "Settings" });
  });

  it("ask for consent, propose changes with their place, and are accepted or declined one by one", async () => {
    const { user, asked } = await opened(withModel);
    await user.type(screen.getByLabelText("What is wrong"), "box 4 is 1,513.42{Enter}");
    await user.click(await screen.findByRole("button", { name: "Agree and send…" }));
    await screen.findByText("Box 4 is 1,513.42 now.");
    expect(asked("ask_correction")[0]?.args).toMatchObject({ documentId: "doc-0", form: "form-1", words: "box 4 is 1,513.42" });
    const proposed = await screen.findByRole("listitem", { name: "Proposed: Social security tax withheld" });
    expect(proposed.textContent).toMatch(/1573\.42.*1513\.42.*On page 1: “1,513\.42”/);
    await user.click(within(proposed).getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(asked("accept_proposal")[0]?.args).toEqual({ documentId: "doc-0", proposal: "proposal-0" }));
    const other = await screen.findByRole("listitem", { name: "Proposed: Control number" });
    await user.click(within(other).getByRole("button", { name: "Decline" }));
    await waitFor(() => expect(screen.queryByRole("list", { name: "Proposed changes" })).toBeNull());
    expect(asked("decline_proposal")[0]?.args).toEqual({ documentId: "doc-0", proposal: "proposal-1" });
    await screen.findByRole("button", { name: /Social security tax withheld, 1,513\.42, entered by hand/ });
  });
});

describe("a request in words that takes too long", () => {
  const waiting = () => {
    let refuse: (why: unknown) => void = () => undefined;
    const answer = new Promise((_, reject) => (refuse = reject));
    return {
      ask_correction: () => answer,
      cancel_correction: () => {
        refuse({ code: "failed", message: "Nearby: cancelled", advice: "" });
        return true;
      },
    };
  };

  it.each(["button", "key"])("is stopped with a %s, and what was said stays to be said again", async (by) => {
    const stopped: unknown[] = [];
    const answers = waiting();
    const { user } = await opened(withModel, {
      ...answers,
      consent_ask: () => null,
      cancel_correction: (args) => {
        stopped.push(args);
        return answers.cancel_correction();
      },
    });
    await user.type(screen.getByLabelText("What is wrong"), "box 4 is wrong{Enter}");
    const cancel = await screen.findByRole("button", { name: "Cancel" });
    if (by === "button") await user.click(cancel);
    else await user.keyboard("{Escape}");
    await screen.findByText("Stopped. Nothing was changed.");
    expect(stopped).toEqual([{ documentId: "doc-0", form: "form-1" }]);
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    expect(screen.getByLabelText<HTMLTextAreaElement>("What is wrong").value).toBe("box 4 is wrong");
  });
});

const DIFFER: IssueView = {
  id: "Readings-0001", severity: "MAJOR", code: "disagreement", message: "The two readings of box 4 differ.", path: "ss_tax_withheld",
  form: "form-1", raised_by: "Readings", subject: "forms[0].ss_tax_withheld", expected: "1513.42", actual: "1573.42", suggestion: null,
  auto_fixable: false, evidence: [{ page: 1, quote: "1,513.42", regions: [] }],
  choice: { current_source: "Model", other_source: "This computer", current: "1573.42", other: "1513.42", row: false }, kinds: null, standing: "open",
};

describe("two readings", () => {
  it.each([["1", "current"], ["2", "other"]])("key %s takes the %s one", async (key, pick) => {
    const { user, asked } = await opened((view) => void view.issues.push(DIFFER));
    await user.click(screen.getByRole("button", { name: /Box 4, Social security tax withheld/ }));
    const group = await screen.findByRole("group", { name: "Choices for Social security tax withheld" });
    expect(group.textContent).toMatch(/^1,573\.42Model11,513\.42This computer2/);
    await user.keyboard(key);
    await waitFor(() => expect(asked("pick_reading")[0]?.args).toEqual({ documentId: "doc-0", issue: DIFFER.id, pick }));
  });

  const row = (id: string, path: string, current: string | null, other: string | null): IssueView => ({
    ...DIFFER, id, path, subject: `forms[0].${path}`, code: current === null ? "row_left_out" : "row_added", evidence: [],
    choice: { current_source: "Model", other_source: "This computer", current, other, row: true },
  });

  it.each([["1", "W-2"], ["2", "1099-NEC"]])("of what a document is: key %s says %s", async (key, label) => {
    const { user, asked } = await opened((view) => {
      const kinds = { path: "label", current: "W-2", other: "1099-NEC" };
      view.issues = [{ ...DIFFER, id: "Readings-0009", code: "label_disagreement", subject: "label", form: null, path: null, expected: "1099-NEC", actual: "W-2", choice: null, kinds }];
    });
    await user.click(screen.getByRole("tab", { name: "Review" }));
    const group = await screen.findByRole("group", { name: "Two readings of the document type" });
    expect(group.textContent).toMatch(/Model: W-2.*This computer: 1099-NEC/);
    await user.keyboard(key);
    await waitFor(() => expect(asked("relabel")[0]?.args).toEqual({ documentId: "doc-0", path: "label", label }));
  });

  it.each([["1", "SECRET"], ["2", "SECRET//NOFORN"]])("of what a page bears: key %s says %s", async (key, label) => {
    const { user, asked } = await opened((view) => {
      const kinds = { path: "pages[1].marking", current: "SECRET", other: "SECRET//NOFORN" };
      view.issues = [{ ...DIFFER, id: "Readings-0010", code: "marking_disagreement", subject: "pages[1]", form: null, path: null, expected: "SECRET//NOFORN", actual: "SECRET", choice: null, kinds }];
    });
    await user.click(screen.getByRole("tab", { name: "Review" }));
    const group = await screen.findByRole("group", { name: "Two readings of the marking on page 2" });
    expect(group.textContent).toMatch(/Model: SECRET.*This computer: SECRET\/\/NOFORN/);
    await user.keyboard(key);
    await waitFor(() => expect(asked("relabel")[0]?.args).toEqual({ documentId: "doc-0", path: "pages[1].marking", label }));
  });

  it("of lists are taken row by row", async () => {
    const { user, asked } = await opened((view) => void view.issues.push(row("Readings-0002", "box_12", null, "DD · 4200.00")));
    const group = await screen.findByRole("group", { name: /^Two readings of a row of/ });
    expect(group.textContent).toMatch(/Model: no such row.*This computer: DD · 4200\.00/);
    expect(screen.queryByRole("button", { name: /Whole list/ })).toBeNull();
    await user.click(within(group).getByRole("button", { name: /This computer/ }));
    await waitFor(() => expect(asked("pick_reading")[0]?.args).toEqual({ documentId: "doc-0", issue: "Readings-0002", pick: "other" }));
  });

  it("of lists are taken as a whole", async () => {
    const { user, asked } = await opened((view) => {
      view.issues.push(row("Readings-0004", "box_12", null, "DD · 4200.00"), row("Readings-0005", "box_12[0]", "D · 1.00", null));
    });
    await screen.findByRole("group", { name: /^Two readings of row 1 of/ });
    await user.click(screen.getByRole("button", { name: "Whole list: This computer" }));
    await waitFor(() =>
      expect(asked("pick_list")[0]?.args).toEqual({ documentId: "doc-0", form: "form-1", list: "box_12", pick: "other" }),
    );
  });
});

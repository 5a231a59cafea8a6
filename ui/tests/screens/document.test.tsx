// A document: values and their places, editing with checks, words from the page, undo, issues, the run.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DocumentView } from "../../src/ipc";
import { openWindow } from "./open";

async function openDocument(own: Record<string, (answer: () => unknown) => unknown> = {}) {
  const answers: NonNullable<Parameters<typeof openWindow>[1]> = {};
  for (const [command, change] of Object.entries(own)) answers[command] = (args) => change(() => opened.program.answer(command, args));
  const opened = openWindow(12, answers);
  const rows = await screen.findAllByRole("row", { name: /\.pdf/ });
  await opened.user.dblClick(rows[0] ?? document.body);
  await screen.findByRole("complementary", { name: "Inspector" });
  await waitFor(() => expect(document.querySelector("[data-word]")).not.toBeNull());
  return opened;
}

const value = (name: RegExp) => screen.findByRole("button", { name });
const box4 = /Box 4, Social security tax/;

function clickWord(text: string) {
  const word = [...document.querySelectorAll<HTMLElement>("[data-word]")].find((one) => one.textContent.startsWith(text));
  const sheet = word?.closest<HTMLElement>(".sheet");
  if (!word || !sheet) throw new Error(`no word ${text}`);
  sheet.setPointerCapture = () => {};
  const scale = Number(/scale\((.*)\)/.exec(word.parentElement?.style.transform ?? "")?.[1]);
  const at = { clientX: (parseFloat(word.style.left) + 2) * scale, clientY: (parseFloat(word.style.top) + 2) * scale, button: 0 };
  fireEvent.pointerDown(sheet, at);
  return { sheet, at, scale };
}

describe("a document", () => {
  it("explains a value by its captions and candidates", async () => {
    const { user } = await openDocument();
    await user.click(await value(/Box 1, Wages, tips, other compensation/));
    await user.click(await screen.findByRole("button", { name: "Why this value?" }));
    const why = await screen.findByRole("region", { name: "Explanation" });
    within(why).getByText("best candidate");
    within(why).getByText(/chosen · weight 92 % · below its caption$/);
    within(why).getByText(/not chosen · weight 20 % · right of its caption, unlike the form's other values/);
    await user.click(screen.getByRole("button", { name: "Hide explanation" }));
    expect(screen.queryByRole("region", { name: "Explanation" })).toBeNull();
  });

  it("lists the boxes as the paper does and says how far each value can be believed", async () => {
    await openDocument();
    await value(/Box 1, Wages, tips, other compensation, 23,677\.70, verified/);
    await value(/Box b, Employer EIN, 00-7654321, contradicted/);
    await value(/Box 7, Social security tips, blank$/);
    expect(screen.getAllByRole("button", { name: /^Box \w+,/ }).slice(0, 3).map((one) => one.textContent)).toEqual([
      "000-12-3456", "00-7654321", "Sample Foundry Works",
    ]);
  });

  it("lights up exactly the words of a chosen value", async () => {
    const { user } = await openDocument();
    await user.click(await value(box4));
    const [mark] = document.querySelectorAll<HTMLElement>(".mark.chosen");
    const word = [...document.querySelectorAll<HTMLElement>("[data-word]")].find((one) => one.textContent.startsWith("1,573"));
    const scale = Number(/scale\((.*)\)/.exec(word?.parentElement?.style.transform ?? "")?.[1]);
    expect(parseFloat(mark?.style.left ?? "")).toBeCloseTo(parseFloat(word?.style.left ?? "") * scale - 1, 3);
    expect(parseFloat(mark?.style.top ?? "")).toBeCloseTo(parseFloat(word?.style.top ?? "") * scale - 1, 3);
  });

  it("goes from a word on the page to the value that owns it", async () => {
    const { user } = await openDocument();
    await user.keyboard("{Escape}");
    const { sheet, at } = clickWord("353.95");
    fireEvent.pointerUp(sheet, at);
    await waitFor(() => expect(document.querySelector(".f.on")?.getAttribute("data-field")).toBe("medicare_tax_withheld"));
  });

  it("checks as one types, does not save a fault, saves by Enter, restores by Escape, undoes and redoes", async () => {
    const { user, asked } = await openDocument();
    await user.click(await value(box4));
    await user.keyboard("e");
    const input = await screen.findByRole("textbox", { name: "Social security tax withheld" });
    await user.clear(input);
    await user.type(input, "15x");
    await screen.findByText("Write an amount such as 1,234.50.");
    await user.keyboard("{Enter}");
    expect(asked("correct")).toHaveLength(0);
    await user.keyboard("{Escape}");
    expect((await value(box4)).textContent).toBe("1,573.42");

    await user.keyboard("e");
    const again = await screen.findByRole("textbox", { name: "Social security tax withheld" });
    await user.clear(again);
    await user.type(again, "1,513.42");
    await screen.findByText("Saved as 1513.42");
    await user.keyboard("{Enter}");
    expect((await value(/Box 4, .*1,513\.42, entered by hand/)).textContent).toContain("1,513.42");
    await user.keyboard("{Control>}z{/Control}");
    await value(/Box 4, .*1,573\.42/);
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await value(/Box 4, .*1,513\.42/);
  });

  it("assigns dragged words to the chosen value, both ends included", async () => {
    const { user, asked } = await openDocument();
    await user.click(await value(/Box c, Employer name/));
    const { sheet, at, scale } = clickWord("Sample");
    fireEvent.pointerMove(sheet, { ...at, clientX: at.clientX + 60 * scale });
    fireEvent.pointerUp(sheet, at);
    const bar = await screen.findByRole("group", { name: "Selected words" });
    within(bar).getByText("“Sample Foundry”");
    await user.keyboard("{Enter}");
    const words = { page: 1, from: 8, to: 10 };
    await waitFor(() => expect(asked("correct")[0]?.args).toMatchObject({ path: "employer_name", by: { words } }));
  });

  const editing = async (name: string) => {
    const opened = await openDocument();
    await opened.user.click(await value(new RegExp(name)));
    await opened.user.keyboard("{Delete}{Escape}e");
    return { ...opened, input: await screen.findByRole<HTMLInputElement>("textbox", { name }) };
  };
  const click = (text: string) => {
    const { sheet, at } = clickWord(text);
    fireEvent.pointerUp(sheet, at);
  };

  it("fills the open field with a word that is clicked, and saves it with its place", async () => {
    const { user, asked, input } = await editing("Social security tips");
    click("Wage");
    await waitFor(() => expect(input.value).toBe("Wage"));
    expect(document.activeElement).toBe(input);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(asked("correct")[0]?.args).toMatchObject({ path: "ss_tips", by: { words: { page: 1, from: 2, to: 3 } } }));
    expect(asked("correct")).toHaveLength(1);
    await value(/Box 7, Social security tips, Wage/);
  });

  it("takes what is typed after a click, and restores by Escape", async () => {
    const { user, asked, input } = await editing("Control number");
    click("Statement");
    await waitFor(() => expect(input.value).toBe("Statement"));
    await user.type(input, "s");
    expect(screen.queryByRole("group", { name: "Selected words" })).toBeNull();
    click("Form");
    await waitFor(() => expect(input.value).toBe("Form"));
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("group", { name: "Selected words" })).toBeNull();
    await value(/Control number, A1-77/);
    expect(asked("correct")).toHaveLength(0);
  });

  it("changes nothing by opening and closing an empty field", async () => {
    const { user, asked } = await editing("Social security tips");
    await user.keyboard("{Enter}");
    await screen.findByText(/^That was the last value/);
    await value(/Social security tips, blank/);
    expect(asked("correct")).toHaveLength(0);
    await user.click(await value(/Social security tips/));
    await user.keyboard("{Delete}");
    await screen.findByText("Enter saves it as blank");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(asked("correct")[0]?.args).toMatchObject({ path: "ss_tips", by: { text: "" } }));
  });

  it.each([true, false])("picks a word of another value for an empty field, with marks shown: %s", async (marks) => {
    const { user, asked } = await openDocument();
    if (!marks) await user.keyboard("m");
    await user.click(await value(/Box 7, Social security tips/));
    click("353.95");
    const bar = await screen.findByRole("group", { name: "Selected words" });
    await within(bar).findByRole("button", { name: /Use for Social security tips/ });
    await user.keyboard("{Enter}");
    await waitFor(() => expect(asked("correct")[0]?.args).toMatchObject({ path: "ss_tips", by: { words: { page: 1 } } }));
  });

  const chosen = (path: string) => waitFor(() => expect(document.querySelector(".f.on")?.getAttribute("data-field")).toBe(path));

  it("answers a check box by Y, N or Space and goes on at once", async () => {
    let saved: () => void = () => undefined;
    const saving = new Promise<void>((done) => (saved = done));
    const { user, asked } = await openDocument({ correct: async (answer) => (await saving, answer()) });
    await user.click(await value(/Box 13, Retirement plan/));
    await user.keyboard("n");
    await screen.findByText(/^That was the last value/);
    saved();
    await value(/Retirement plan, no/);
    await user.click(await value(/Box 13, Retirement plan/));
    await user.keyboard(" ");
    await value(/Retirement plan, yes/);
    await user.click(await value(/Box 13, Retirement plan/));
    await user.keyboard("y");
    await waitFor(() => expect(asked("correct").map((one) => one.args["by"])).toEqual([{ text: "false" }, { text: "true" }, { text: "true" }]));
  });

  it("opens at the first value to check, goes on downward, and offers to accept after the last", async () => {
    const { user, asked } = await openDocument();
    await chosen("employer_ein");
    const card = await screen.findByRole("region", { name: /^Check card: Box b, Employer EIN, 00-7654321/ });
    within(card).getByText("1 of 2");
    within(card).getByText("The EIN was not found on the page.");
    expect(card.querySelector(".crop")).not.toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(card));
    await user.keyboard("{Enter}");
    await chosen("ss_tax_withheld");
    await user.keyboard("{Enter}");
    await screen.findByText("Every value is checked.");
    expect(asked("correct").map(({ args }) => [args["path"], args["by"]])).toEqual([
      ["employer_ein", { text: "00-7654321" }],
      ["ss_tax_withheld", { text: "1,573.42" }],
    ]);
    await user.keyboard("{Control>}z{/Control}");
    await chosen("ss_tax_withheld");
  });

  it("goes over the values by Tab without answering, and never begins anew", async () => {
    const { user, asked } = await openDocument();
    await chosen("employer_ein");
    await user.keyboard("{Tab}");
    await chosen("ss_tax_withheld");
    await user.keyboard("{Shift>}{Tab}{/Shift}");
    await chosen("employer_ein");
    await user.keyboard("{Tab}{Tab}");
    await screen.findByText("That was the last value. 2 values are still open above.");
    await user.keyboard("n");
    await chosen("employer_ein");
    expect(asked("correct")).toHaveLength(0);
  });

  it("takes the expected value by its number", async () => {
    const { user, asked } = await openDocument();
    await user.click(await value(box4));
    const choices = await screen.findByRole("group", { name: "Choices for Social security tax withheld" });
    expect(within(choices).getAllByRole("button").map((one) => one.textContent)[0]).toBe("1,513.42Expected1");
    await user.keyboard("1");
    await waitFor(() => expect(asked("correct")[0]?.args).toMatchObject({ path: "ss_tax_withheld", by: { printed: "1513.42" } }));
  });

  it("replaces a value by typing and keeps what was typed while another is looked at", async () => {
    const { user, asked } = await openDocument();
    await user.click(await value(/Box c, Employer name/));
    await user.keyboard("New Foundry");
    const input = await screen.findByRole<HTMLInputElement>("textbox", { name: "Employer name" });
    expect(input.value).toBe("New Foundry");
    await user.click(await value(box4));
    await chosen("ss_tax_withheld");
    expect(asked("correct")).toHaveLength(0);
    await user.click(await value(/Box c, Employer name/));
    expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "Employer name" })).value).toBe("New Foundry");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(asked("correct")[0]?.args).toMatchObject({ path: "employer_name", by: { text: "New Foundry" } }));
    await chosen("ss_tax_withheld");
  });

  it("zooms to the words while a card is open, and back", async () => {
    const { user } = await openDocument();
    const width = () => parseFloat(document.querySelector<HTMLElement>(".sheet")?.style.width ?? "");
    await chosen("employer_ein");
    const close = width();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(width()).toBeLessThanOrEqual(close));
    await user.keyboard("9n");
    await waitFor(() => expect(width()).toBe(close));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(width()).toBeLessThan(close));
  });

  it("gives the focus back to the row it came from", async () => {
    const { user } = await openDocument();
    await user.keyboard("{Escape}{Escape}");
    const grid = await screen.findByRole("grid", { name: "Documents" });
    await waitFor(() => expect(document.activeElement).toBe(grid));
    await user.keyboard("{ArrowDown}");
    expect(grid.getAttribute("aria-activedescendant")).toBe("row-1");
  });

  it("closes the card by Escape, then leaves", async () => {
    const { user } = await openDocument();
    await chosen("employer_ein");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("region", { name: /^Check card/ })).toBeNull());
    await user.keyboard("{Escape}");
    await screen.findByRole("grid", { name: "Documents" });
  });

  it("puts the worst issue first and leads to its place", async () => {
    const { user } = await openDocument();
    await user.click(screen.getByRole("tab", { name: /Issues/ }));
    const issues = await screen.findAllByRole("article");
    expect(issues.map((one) => /BLOCKER|MAJOR|MINOR/.exec(one.textContent)?.[0])).toEqual(["BLOCKER", "MAJOR", "MINOR"]);
    await user.click(screen.getByRole("button", { name: "Go to Employer EIN" }));
    await waitFor(() => expect(document.querySelector(".mark.chosen")?.getAttribute("data-path")).toBe("employer_ein"));
  });

  it("strikes what corrections settled and tells what they brought up", async () => {
    const { user } = await openDocument({
      document: (answer) => {
        const view = answer() as DocumentView;
        const [minor, major, blocker] = view.issues;
        if (minor && major && blocker) view.issues = [{ ...minor, standing: "new" }, major, { ...blocker, standing: "settled" }];
        return view;
      },
    });
    await user.click(screen.getByRole("tab", { name: /^Issues/ }));
    await screen.findByText(/^1 issue fixed, 1 new issue\./);
    const issues = await screen.findAllByRole("article");
    expect(issues.map((one) => /BLOCKER|MAJOR|MINOR/.exec(one.textContent)?.[0])).toEqual(["MAJOR", "MINOR", "BLOCKER"]);
    expect(issues[2]?.textContent).toContain("fixed by your edits");
    expect(issues[1]?.textContent).toContain("new after your edits");
  });

  it("finds words and counts the hits", async () => {
    const { user } = await openDocument();
    await user.keyboard("{Escape}{Control>}f{/Control}");
    await user.type(await screen.findByRole("searchbox", { name: "Find in document" }), "24,410");
    await screen.findByText("1 of 2");
    await user.keyboard("{Enter}");
    await screen.findByText("2 of 2");
    expect(document.querySelectorAll(".mark.hit")).toHaveLength(2);
  });

  it("shows attempts side by side with what the grader said", async () => {
    const { user } = await openDocument();
    await user.click(screen.getByRole("tab", { name: "Run" }));
    const first = await screen.findByRole("article", { name: "Attempt 1" });
    expect(within(first).getByRole("meter").getAttribute("aria-valuenow")).toBe("58");
    within(first).getByText(/EIN missing/);
    within(await screen.findByRole("article", { name: "Attempt 2" })).getByText(/best/);
    await within(first).findByText(/^Looked closer/);
    expect(first.querySelectorAll(".step")).toHaveLength(4);
    expect(screen.getByRole("region", { name: "Verification" }).textContent).toContain("V5Decisionsent to review, rule 1");
  });

  it("opens what was sent as it was sent", async () => {
    const { user, asked } = await openDocument();
    await user.click(screen.getByRole("tab", { name: "Run" }));
    const sent = await screen.findByRole("region", { name: "Sent" });
    await within(sent).findByText("1 call, $0.0042");
    expect(asked("sent_request")).toEqual([]);
    await user.click(within(sent).getByText("What was sent"));
    await within(sent).findByText("You fill forms from what stands on their pages.");
    expect(asked("sent_request")[0]?.args).toEqual({ documentId: "doc-0", call: "call-1" });
    within(sent).getByText("Wages, tips, other compensation");
    within(sent).getByText("Tool find_text");
    expect(within(sent).getByRole("img", { name: "Page 1" }).getAttribute("src")).toContain("doc-0/1");
  });

  it("shows a closer look with its reason, both pictures and both texts", async () => {
    const { user } = await openDocument();
    await user.click(screen.getByRole("tab", { name: "Run" }));
    const first = await screen.findByRole("article", { name: "Attempt 1" });
    await user.click(await within(first).findByText(/^Looked closer at page 1/));
    const look = await within(first).findByRole("region", { name: "A closer look at page 1" });
    within(look).getByText('"s" is not a currency amount');
    within(look).getByText("3 Other income s");
    within(look).getByText("3 Other income $");
    const sources = within(look).getAllByRole("img").map((picture) => picture.getAttribute("src"));
    expect(sources.map((source) => /reading=3&part=(\w+)$/.exec(source ?? "")?.[1])).toEqual(["before", "after"]);
  });

  it("has the text of the page for those who cannot see it", async () => {
    await openDocument();
    const text = await screen.findByRole("region", { name: "Text of page 1" });
    expect(text.textContent).toContain("Wage and Tax Statement");
  });
});

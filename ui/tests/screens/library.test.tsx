// The library by keyboard and pointer: moving, choosing, opening, trash with undo, search, ten thousand rows.
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openWindow } from "./open";

const grid = () => screen.findByRole("grid", { name: "Documents" });
const rows = async () => within(await grid()).findAllByRole("row", { name: /\.pdf/ });

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
    await screen.findByText("2 documents chosen");
    await user.keyboard("{Home}{Enter}");
    await waitFor(() => expect(asked("document")[0]?.args).toEqual({ documentId: "doc-0" }));
  });

  it("chooses all, also those never in view", async () => {
    const { user } = openWindow(1000);
    await rows();
    (await grid()).focus();
    await user.keyboard("{Control>}a{/Control}");
    await screen.findByText("1,000 documents chosen");
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
    await screen.findByText("No document matches");
    await user.click(screen.getByRole("button", { name: "Show all documents" }));
    await waitFor(async () => expect((await rows()).length).toBe(3));
  });

  it("offers samples when there is nothing", async () => {
    const { user, asked } = openWindow(0);
    await user.click(await screen.findByRole("button", { name: "Try the sample documents" }));
    await screen.findByText("Reading 3 sample documents");
    expect(asked("import_samples")).toHaveLength(1);
  });

  it("asks for the password of a locked document and says when it is wrong", async () => {
    const { user } = openWindow();
    await user.dblClick((await rows())[6] ?? document.body);
    await user.type(await screen.findByLabelText("Password"), "wrong{Enter}");
    await screen.findByText(/This password does not open/);
    await user.clear(screen.getByLabelText("Password"));
    await user.type(screen.getByLabelText("Password"), "right{Enter}");
    await screen.findByText("Opened 1 document");
  });

  it("lists the keys that are valid here", async () => {
    const { user } = openWindow();
    (await grid()).focus();
    await user.keyboard("?");
    const sheet = await screen.findByRole("dialog", { name: "Keys" });
    within(sheet).getByText("Add files");
    within(sheet).getByText("Choose all");
  });

  it("erases the trash only after asking", async () => {
    const { user, asked } = openWindow();
    await user.click((await rows())[0] ?? document.body);
    await user.keyboard("{Delete}");
    await user.click(screen.getByRole("button", { name: /Trash/ }));
    await screen.findByRole("grid", { name: "Trash" });
    await user.click(await screen.findByRole("button", { name: "Empty trash…" }));
    expect(asked("empty_trash")).toHaveLength(0);
    await user.click(await screen.findByRole("button", { name: "Erase 1 document" }));
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

// Who reads, and what a person agrees to before documents leave the computer.
import { emit } from "@tauri-apps/api/event";
import { screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it } from "vitest";
import type { ConsentAsk, Overview } from "../../src/ipc";
import { drag, openWindow } from "./open";

const ready = () => screen.findAllByRole("row", { name: /\.pdf/ });
const KEY = { key_state: () => ({ stored: true, store: "keychain", message: null }) };

async function drop(user: ReturnType<typeof openWindow>["user"], engine: string) {
  await act(() => drag("drop", ["/c/a.pdf", "/c/b.pdf"]));
  const sheet = await screen.findByRole("dialog", { name: "Add 2 documents" });
  await user.click(within(sheet).getByRole("button", { name: /Engine/ }));
  await user.click(await screen.findByRole("option", { name: engine }));
  await user.click(within(sheet).getByRole("button", { name: "Add 2 documents" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Add 2 documents" })).toBeNull());
  await changed();
}

/** The program says that the queue stands elsewhere. */
const changed = () =>
  act(() =>
    emit("changed", { kind: "settings", document_id: null, run_id: null, stage: null, page: null, pages: null, attempt: null, text: null }),
  );

async function withKey(answers: Parameters<typeof openWindow>[1] = {}) {
  const window = openWindow(12, answers);
  await window.user.click(screen.getByRole("button", { name: "Settings" }));
  await window.user.type(await screen.findByLabelText("API key"), "made-up-key");
  await window.user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("A provider over the network.");
  await window.user.click(screen.getByRole("button", { name: /^Library/ }));
  await ready();
  return window;
}

describe("who reads", () => {
  it("offers a provider without a key with what is missing", async () => {
    const { user } = openWindow(12, KEY);
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("button", { name: /Engine for Tax forms/ }));
    const option = await screen.findByRole("option", { name: /^small-1 of Anthropic/ });
    expect(option.getAttribute("aria-disabled")).toBe("true");
    expect(option.textContent).toContain("It needs a key");
  });

  it("is kept for the pack, and a model that no list has is named by hand", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("button", { name: /Engine for Tax forms/ }));
    await user.click(await screen.findByRole("option", { name: "Another model…" }));
    await user.type(await screen.findByLabelText("Model for Tax forms"), "ollama:tiny{Enter}");
    await waitFor(() => expect(asked("set_preferences")).toHaveLength(1));
    expect(asked("set_preferences")[0]?.args["preferences"]).toMatchObject({ engines: { tax: "ollama:tiny" } });
  });
});

describe("before the first send", () => {
  it("says what goes where and sends once the person agrees", async () => {
    const { user, asked } = await withKey();
    await drop(user, "small-1 of Anthropic");
    const sheet = await screen.findByRole("alertdialog", { name: "Send documents to Anthropic?" });
    expect(sheet.textContent).toMatch(/https:\/\/api\.anthropic\.com.*Page text and page images.*2 documents.*a\.pdf/);
    expect(asked("agree")).toHaveLength(0);
    await user.click(within(sheet).getByRole("button", { name: "Agree and send…" }));
    await waitFor(() => expect(asked("agree")[0]?.args).toEqual({ engine: "anthropic:small-1" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("button", { name: "Withdraw" }));
    expect(asked("withdraw")[0]?.args).toEqual({ provider: "anthropic" });
  });

  it("sends nothing and keeps asking when the program's own question is declined", async () => {
    let declined = 0;
    const { user } = await withKey({ agree: () => ((declined += 1), false) });
    await drop(user, "small-1 of Anthropic");
    await user.click(await screen.findByRole("button", { name: "Agree and send…" }));
    await waitFor(() => expect(declined).toBe(1));
    expect(screen.getByRole("alertdialog", { name: "Send documents to Anthropic?" })).toBeTruthy();
  });

  it("may wait, is asked again from the batch bar, and may stay on this computer", async () => {
    const { user, asked } = await withKey();
    await drop(user, "small-1 of Anthropic");
    await user.click(await screen.findByRole("button", { name: "Not now" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Send to Anthropic?" }));
    await user.click(await screen.findByRole("button", { name: "Read on this computer instead" }));
    await waitFor(() => expect(asked("keep_here")[0]?.args).toEqual({ engine: "anthropic:small-1" }));
    expect(asked("agree")).toHaveLength(0);
  });

  it("is asked anew when work stops again, though the same question was put off before", async () => {
    const { user } = await withKey();
    await drop(user, "small-1 of Anthropic");
    await user.click(await screen.findByRole("button", { name: "Not now" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await drop(user, "small-1 of Anthropic");
    expect(await screen.findByRole("alertdialog", { name: "Send documents to Anthropic?" })).toBeTruthy();
  });
});

describe("a model whose price nobody knows", () => {
  it("says that the limit does not hold before it is asked, and while it is", async () => {
    const price = "Price unknown, so the spend limit of this workspace is not enforced for this model.";
    const { program } = openWindow();
    await ready();
    expect(screen.queryByText(/price unknown/)).toBeNull();
    const overview = program.answer("overview", {}) as Overview;
    const asks: ConsentAsk = {
      question: 1, engine: "anthropic:new-1", title: "Anthropic", origin: "https://api.anthropic.com", pictures: false,
      statement: "The words of the pages leave this computer.", elsewhere: "Consent was given on another installation.", price_unknown: true, documents: 1, sample: ["a.pdf"],
    };
    const { view } = openWindow(12, {
      overview: () => ({ ...overview, consent: asks, batch: overview.batch === null ? null : { ...overview.batch, price_unknown: true } }),
    });
    await within(await screen.findByRole("alertdialog")).findByText(price);
    within(screen.getByRole("alertdialog")).getByText("Consent was given on another installation.");
    await waitFor(() => expect(view.container.textContent).toContain("price unknown, limit not enforced"));
  });
});

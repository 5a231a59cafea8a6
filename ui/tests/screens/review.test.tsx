// What an expert is asked: the packet with its places, the label put right, a verdict with notes, the packet as a file;
// and the instructions of a pack, changed and taken back.
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Compared } from "../../src/ipc";
import { picked } from "../standin";
import { openWindow } from "./open";

async function openPacket(answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = openWindow(12, answers);
  const rows = await screen.findAllByRole("row", { name: /\.pdf/ });
  await opened.user.dblClick(rows[0] ?? document.body);
  await opened.user.click(await screen.findByRole("tab", { name: "Review" }));
  return { ...opened, panel: await screen.findByRole("tabpanel", { name: "Review" }) };
}

describe("a packet", () => {
  it("lists the issues worst first with the text around them, and what somebody else said", async () => {
    const { panel } = await openPacket();
    const issues = within(await within(panel).findByRole("region", { name: "Issues, worst first" }));
    expect(issues.getAllByRole("article").map((one) => one.querySelector("small")?.textContent.split(" ")[0])).toEqual(["BLOCKER", "MAJOR", "MINOR"]);
    expect(issues.getByText("00-7654321").tagName).toBe("MARK");
    expect(within(panel).getByRole("region", { name: "Comparison" }).textContent).toContain("the other program");
    within(panel).getByText("Not asked of a model: V2: no model is set.");
  });

  it("keeps notes with the verdict and is written as a file", async () => {
    const { user, panel, asked } = await openPacket();
    await user.type(await within(panel).findByLabelText("Reviewer notes"), "Read on paper.");
    await user.click(screen.getByRole("button", { name: /^Reject/ }));
    await waitFor(() => expect(asked("save_review")[0]?.args).toMatchObject({ judgement: "reject", remarks: { notes: "Read on paper.", reviewer: null } }));
    await user.click(within(panel).getByRole("button", { name: "Save for printing…" }));
    await waitFor(() => expect(asked("export_packet")[0]?.args).toMatchObject({ format: "html" }));
    await screen.findByText("Saved packet.html");
    await user.click(screen.getByRole("button", { name: "Show in folder" }));
    expect(asked("show_in_folder")[0]?.args).toEqual({ ticket: picked("/clients/someone/packet.html").ticket });
  });
});

describe("a prior classification", () => {
  it("is chosen as a file for the document of a packet", async () => {
    const { user, panel, asked } = await openPacket();
    await user.click(await within(panel).findByRole("button", { name: "Compare with a prior classification…" }));
    await waitFor(() => expect(asked("compare_with")[0]?.args).toMatchObject({ ids: ["doc-0"] }));
    await screen.findByText(/^Compared 1 document; 1 differs: /);
    await waitFor(() => expect(asked("packet").length).toBeGreaterThan(1));
  });

  it("is chosen for all documents that are chosen, and nothing is asked when no file is", async () => {
    let outcome: Compared | null = null;
    let compared: unknown;
    const { user } = openWindow(12, { compare_with: ({ ids }) => ((compared = ids), outcome) });
    const rows = await screen.findAllByRole("row", { name: /\.pdf/ });
    const compare = screen.getByRole("button", { name: "Compare with a prior classification…" });
    expect(compare.hasAttribute("disabled")).toBe(true);
    await user.click(rows[1] ?? document.body);
    await user.click(compare);
    await waitFor(() => expect(compared).toEqual(["doc-1"]));
    expect(screen.queryByText(/^Compared/)).toBeNull();
    outcome = { documents: 1, differing: [], unread: 0, unused: [] };
    await user.click(compare);
    await screen.findByText("Compared 1 document; no differences");
  });
});

describe("the instructions of a pack", () => {
  it("are changed, held against the pack's own and taken back", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Packs" }));
    const text = await screen.findByLabelText("Instructions for classify");
    await user.type(text, " Look at the edges.");
    const diff = await screen.findByRole("group", { name: "Changes from the pack default" });
    expect(within(diff).getByText(/Look at the edges/).className).toBe("added");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(asked("set_guide")).toHaveLength(1));
    await user.click(await screen.findByRole("button", { name: "Restore pack default" }));
    await screen.findByText("Same as the pack default.");
  });

  it("have versions that are read, held against what counts now and restored", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Packs" }));
    await user.type(await screen.findByLabelText("Instructions for classify"), " Look at the edges.");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.click(await screen.findByRole("button", { name: "Restore pack default" }));
    const versions = within(await screen.findByRole("region", { name: "Versions" }));
    await waitFor(() => expect(versions.getAllByRole("listitem").map((one) => one.textContent)[0]).toMatch(/^Version 2 .*pack default · current$/));
    await user.click(versions.getByRole("button", { name: "Version 2" }));
    expect((await versions.findByRole("button", { name: "Restore version 2" })).hasAttribute("disabled")).toBe(true);
    const first = versions.getByRole("button", { name: "Version 1" });
    first.focus();
    await user.keyboard("{Enter}");
    expect(first.getAttribute("aria-expanded")).toBe("true");
    const diff = await versions.findByRole("group", { name: "Version 1 compared with the current version" });
    expect(within(diff).getByText(/Look at the edges/).className).toBe("added");
    await user.click(versions.getByRole("button", { name: "Restore version 1" }));
    await waitFor(() => expect(asked("set_guide").at(-1)?.args).toMatchObject({ text: "Look at the banner. Look at the edges." }));
    await screen.findByText("3 versions, last changed", { exact: false });
  });
});

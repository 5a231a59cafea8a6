// What an expert is asked: the packet with its places, the label put right, a verdict with notes, the packet as a file;
// and the instructions of a pack, changed and taken back.
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openWindow } from "./open";

async function openPacket() {
  const opened = openWindow(12, { "plugin:dialog|save": () => "/out/packet.html" });
  const rows = await screen.findAllByRole("row", { name: /\.pdf/ });
  await opened.user.dblClick(rows[0] ?? document.body);
  await opened.user.click(await screen.findByRole("tab", { name: "Packet" }));
  return { ...opened, panel: await screen.findByRole("tabpanel", { name: "Packet" }) };
}

describe("a packet", () => {
  it("lists the issues worst first with the text around them, and what somebody else said", async () => {
    const { panel } = await openPacket();
    const issues = within(await within(panel).findByRole("region", { name: "Issues, the worst first" }));
    expect(issues.getAllByRole("article").map((one) => one.querySelector("small")?.textContent.split(" ")[0])).toEqual(["BLOCKER", "MAJOR", "MINOR"]);
    expect(issues.getByText("00-7654321").tagName).toBe("MARK");
    expect(within(panel).getByRole("region", { name: "Comparison" }).textContent).toContain("the other program");
    within(panel).getByText("Not asked: V2: no model is set.");
  });

  it("keeps notes with the verdict and is written as a file", async () => {
    const { user, panel, asked } = await openPacket();
    await user.type(await within(panel).findByLabelText("Notes, kept with the verdict"), "Read on paper.");
    await user.click(screen.getByRole("button", { name: /^Reject/ }));
    await waitFor(() => expect(asked("save_review")[0]?.args).toMatchObject({ judgement: "reject", remarks: { notes: "Read on paper.", reviewer: null } }));
    await user.click(within(panel).getByRole("button", { name: "Save for printing…" }));
    await waitFor(() => expect(asked("export_packet")[0]?.args).toMatchObject({ path: "/out/packet.html" }));
  });
});

describe("the instructions of a pack", () => {
  it("are changed, held against the pack's own and taken back", async () => {
    const { user, asked } = openWindow();
    await user.click(screen.getByRole("button", { name: "Packs" }));
    const text = await screen.findByLabelText("Instructions for classify");
    await user.type(text, " Look at the edges.");
    const diff = await screen.findByRole("group", { name: "Against the pack's own" });
    expect(within(diff).getByText(/Look at the edges/).className).toBe("added");
    await user.click(screen.getByRole("button", { name: "Store" }));
    await waitFor(() => expect(asked("set_guide")).toHaveLength(1));
    await user.click(await screen.findByRole("button", { name: "Back to the pack's own" }));
    await screen.findByText("The same as the pack's own.");
  });
});

// Hostile texts wherever the program passes words of others to the window: in names, page text, values, metadata, words
// of models and of servers, and errors. They are shown as text; nothing is made from them.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it } from "vitest";
import { standIn } from "../standin";
import { VECTORS } from "../vectors";
import { drag, openWindow } from "./open";

/** Texts in one run of the window. */
const AT_ONCE = 60;

/** Parts of the program's answers that hold words of others. The rest are ids, kinds, numbers and dates. */
const FOREIGN = new Set([
  "file_name", "name", "title", "label", "value", "raw", "text", "quote", "message", "advice", "suggestion", "expected",
  "rationale", "case", "statement", "origin", "note", "description", "before", "after", "by", "words", "reason", "system",
  "schema", "error", "folder", "purpose", "own", "suggested_case", "sample", "unknown", "subfolders", "names", "assumptions",
  "reasons", "enhancements", "left_out", "what", "ours", "theirs", "fix", "part", "compared_with", "notices", "findings",
  "captions", "filled_by", "rule", "location", "workspace", "version", "price",
]);

/** The answer with the text in all of them, numbered: names of one list differ. */
function poisoned(answer: unknown, text: string): unknown {
  let number = 0;
  const filled = (part: unknown, foreign: boolean): unknown => {
    if (typeof part === "string") return foreign ? `${text} ${(number += 1)}` : part;
    if (Array.isArray(part)) return part.map((one) => filled(one, foreign));
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, filled(value, FOREIGN.has(key))]));
  };
  return filled(answer, false);
}

/** The window over a program whose documents, models and servers all say this. */
function openOver(text: string) {
  const program = standIn(12, "light");
  const commands = [
    "overview", "library", "case_view", "document", "page_words", "explain", "transcript", "inspect", "packet", "guides", "packs",
    "engines", "diagnostics", "sent", "sent_request", "estimate", "chosen", "key_state", "next_data_folder",
  ];
  const answers = commands.map((command) => {
    const answer = (args: Record<string, unknown>) => poisoned(program.answer(command, args), text);
    return [command, answer] as const;
  });
  return openWindow(12, Object.fromEntries(answers));
}

/** The kinds of elements the window makes of harmless words. */
const OWN = new Set(
  ("a article aside b br button caption code datalist dd del details div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 header hr i img input ins " +
    "kbd label legend li main mark nav ol option output p pre progress section select small span strong sub summary sup table tbody " +
    "td template textarea tfoot th thead time tr u ul").split(" "),
);

/** What of the page can only have come from markup in a text. */
function foreign(root: ParentNode): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll("*")) {
    const tag = element.localName;
    const own = OWN.has(tag) && element.namespaceURI === "http://www.w3.org/1999/xhtml";
    if (!own) found.push(element.outerHTML.slice(0, 120));
    for (const { name, value } of element.attributes) {
      const acts = name.startsWith("on") || ["srcdoc", "srcset", "action", "formaction", "ping", "background", "poster"].includes(name);
      const leads = ["href", "src", "data"].includes(name) && !/^(page:|blob:|#$)/.test(value);
      if (acts || leads) found.push(`${tag} ${name}=${value}`.slice(0, 120));
    }
  }
  return found;
}

const groups = Array.from({ length: Math.ceil(VECTORS.length / AT_ONCE) }, (_, index) => ({
  first: index * AT_ONCE,
  text: VECTORS.slice(index * AT_ONCE, (index + 1) * AT_ONCE).join(" "),
}));

function unharmed(): void {
  expect(foreign(document.body)).toEqual([]);
  expect(document.head.querySelectorAll("script, base, meta[http-equiv], link[href]")).toHaveLength(0);
  expect(Reflect.get(window, "harmed")).toBeUndefined();
}

/** White space is laid out by the browser. */
const plain = (text: string | null | undefined) => (text ?? "").replaceAll(/\s+/g, " ").trim();

describe("the texts", () => {
  it("are many, and the check sees what markup would make of them", () => {
    expect(VECTORS.length).toBeGreaterThan(400);
    const seen = VECTORS.filter((text) => foreign(new DOMParser().parseFromString(`<p>${text}</p>`, "text/html").body).length > 0);
    expect(seen.length).toBeGreaterThan(300);
  });
});

describe.each(groups)("from text $first on", ({ text }) => {
  it("a document shows them as text on every tab", async () => {
    const { user } = openOver(text);
    await waitFor(() => expect(document.querySelector("[role=row][id^=row-]")).not.toBeNull());
    expect(plain(document.querySelector("[role=row][id^=row-]")?.textContent)).toContain(plain(text));
    unharmed();
    await user.dblClick(document.querySelector("[role=row][id^=row-]") ?? document.body);
    const tabs = await screen.findAllByRole("tab");
    expect(plain(screen.getByRole("heading", { level: 1 }).textContent)).toContain(plain(text));
    for (const tab of tabs) {
      await user.click(tab);
      // Nothing has been changed in this document yet.
      if (tab.textContent !== "History") await waitFor(() => expect(plain(screen.getByRole("tabpanel").textContent)).toContain(plain(text)));
      for (const closed of document.querySelectorAll("summary")) fireEvent.click(closed);
      unharmed();
    }
  });

  it("the other screens show them as text", async () => {
    const { user } = openOver(text);
    for (const name of [/^Cases/, /^Trash/, /^Packs/, /^Settings/]) {
      await user.click(screen.getByRole("button", { name }));
      await waitFor(() => expect(document.querySelector("h1")).not.toBeNull());
      await waitFor(() => expect(plain(document.body.textContent)).toContain(plain(text)));
      unharmed();
    }
  });

  it("an import and its refusal show them as text", async () => {
    const { user } = openOver(text);
    await act(() => drag("over", ["/c/a.pdf"]));
    await screen.findByRole("heading", { name: /^Drop to add/ });
    unharmed();
    await act(() => drag("drop", ["/c/a.pdf"]));
    const sheet = await screen.findByRole("dialog");
    await waitFor(() => expect(plain(sheet.textContent)).toContain(plain(text)));
    unharmed();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
  });

  it("an error shows them as text", async () => {
    const trouble = { code: "failed", message: text, advice: text };
    const refuse = () => {
      // The program refuses with a record, not with an error of the language.
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      throw trouble;
    };
    const { user } = openWindow(12, { document: refuse, choose_files: refuse });
    await screen.findAllByRole("row", { name: /\.pdf/ });
    await user.click(screen.getByRole("button", { name: /^Add files/ }));
    await waitFor(() => expect(plain(document.body.textContent)).toContain(plain(text)));
    unharmed();
    await user.dblClick(screen.getAllByRole("row", { name: /\.pdf/ })[0] ?? document.body);
    await waitFor(() => expect(plain(document.querySelector("main")?.textContent)).toContain(plain(text)));
    unharmed();
  });
});

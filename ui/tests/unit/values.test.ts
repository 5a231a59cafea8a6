// Sentences of the program in the words of the form; rows by their paths; the way from doubt to doubt.
import { describe, expect, it } from "vitest";
import { documentOf, rowOf as listed } from "../papers";
import { doubted, findField, inWords, neighbour, placesOf, rowOf } from "../../src/features/document/values";

const view = documentOf(listed(0));

describe("names of fields", () => {
  it.each([
    ["ss_tax_withheld should be 6.2 % of ss_wages", "Social security tax withheld should be 6.2 % of social security wages"],
    ["box_12[0].code is unknown", "Code is unknown"],
    ["`ss_tax_withheld` and `box_12[0].code` differ", "Social security tax withheld and code differ"],
    ["the readings of `box_12[3]` differ", "The readings of row 4 of codes and amounts differ"],
    ["`unknown_thing` stays", "`unknown_thing` stays"],
    ["no_such_field stays, and so does snake case in file_name.pdf", "no_such_field stays, and so does snake case in file_name.pdf"],
  ])("become those of the form: %s", (said, shown) => {
    expect(inWords(view, "form-1", said)).toBe(shown);
  });
});

describe("rows of a list", () => {
  it("are named by their paths", () => {
    expect(rowOf("box_12[1].amount")).toEqual({ list: "box_12", row: 1, path: "box_12[1]" });
    expect(rowOf("wages_tips")).toBeNull();
  });

  it("lie among the places that take a value, the list itself does not", () => {
    const form = view.forms[0];
    const paths = form === undefined ? [] : [...placesOf(form)].map(({ path }) => path);
    expect(paths).toContain("box_12[0].code");
    expect(paths).not.toContain("box_12");
  });
});

describe("what is to be checked", () => {
  const at = (path: string) => ({ form: "form-1", path });
  const settle = (path: string) => {
    const settled = structuredClone(view);
    const field = findField(settled, at(path));
    if (field !== null) field.state = "entered";
    return settled;
  };

  it("goes on below a field that was settled, and begins anew only at the end", () => {
    expect(neighbour(view, null, 1)).toEqual(at("employer_ein"));
    expect(neighbour(settle("employer_ein"), at("employer_ein"), 1)).toEqual(at("ss_tax_withheld"));
    expect(neighbour(view, at("control_number"), 1)).toEqual(at("ss_tax_withheld"));
    expect(neighbour(view, at("control_number"), -1)).toEqual(at("employer_ein"));
    expect(neighbour(settle("ss_tax_withheld"), at("ss_tax_withheld"), 1)).toEqual(at("employer_ein"));
    expect(neighbour(view, at("box_12[7].code"), -1)).toEqual(at("ss_tax_withheld"));
  });

  it("is every value that a standing issue names", () => {
    const [issue] = view.issues;
    const about = (path: string, standing: "open" | "settled") =>
      doubted({ ...view, issues: issue === undefined ? [] : [{ ...issue, form: "form-1", path, standing }] });
    const state = (of: typeof view, path: string) => findField(of, at(path))?.state;
    expect(state(about("ss_wages", "open"), "ss_wages")).toBe("judge");
    expect(state(about("ss_wages", "settled"), "ss_wages")).toBe("proved");
    expect(state(about("box_12[0].amount", "open"), "box_12")).toBe("judge");
    expect(state(about("ss_wages", "open"), "medicare_wages")).toBe("proved");
    const several = structuredClone(view);
    const member = findField(several, at("medicare_wages"));
    member?.issue_ids.push("V2-0001");
    expect(state(doubted(several), "medicare_wages")).toBe("judge");
    if (member !== null) member.corrected = true;
    expect(state(doubted(several), "medicare_wages")).toBe("entered");
  });
});

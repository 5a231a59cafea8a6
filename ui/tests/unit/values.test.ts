// Sentences of the program in the words of the form; rows by their paths.
import { describe, expect, it } from "vitest";
import { documentOf, rowOf as listed } from "../papers";
import { inWords, placesOf, rowOf } from "../../src/features/document/values";

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

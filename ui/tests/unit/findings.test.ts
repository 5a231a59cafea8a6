// Which look speaks for a page that was looked at twice.
import { expect, it } from "vitest";
import { documentOf, rowOf } from "../papers";
import { findingOf } from "../../src/features/document/findings";
import type { FindingView } from "../../src/ipc";

const look = (page: number, pass: FindingView["pass"], label: string, confidence: number): FindingView => ({
  page,
  pass,
  label,
  confidence,
  band: confidence >= 0.9 ? "HIGH" : "LOW",
  markings_found: [],
  marking: null,
  rationale: "",
  wants: null,
  absence: null,
  corrected: null,
  evidence: [],
});

it("lets the last look speak, though it is less sure than the first", () => {
  const findings = [look(1, "classify", "UNCLASSIFIED", 0.97), look(2, "classify", "SECRET", 0.9), look(1, "enhance", "SECRET", 0.6)];
  const view = { ...documentOf(rowOf(0)), findings };
  expect(findingOf(view, 1)?.label).toBe("SECRET");
  expect(findingOf(view, 2)?.label).toBe("SECRET");
  expect(findingOf(view, 3)).toBeNull();
});

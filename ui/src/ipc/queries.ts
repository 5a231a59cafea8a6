// The data that screens read, as cached queries with one key each, and which of them a change makes stale.
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import * as commands from "./commands";
import type { Changed, EvaluationQuery, ExportRequest, LibraryQuery, ReviewQuery } from "./types";

const ANY: LibraryQuery = {
  search: "",
  states: [],
  labels: [],
  years: [],
  cases: [],
  trash: false,
  sort: { column: "received", descending: true },
  offset: 0,
  limit: 1,
};

export const queries = {
  overview: () => queryOptions({ queryKey: ["overview"], queryFn: commands.overview }),
  library: (query: LibraryQuery) =>
    queryOptions({ queryKey: ["library", query], queryFn: () => commands.library(query) }),
  reviewQueue: (query: ReviewQuery) =>
    queryOptions({ queryKey: ["review queue", query], queryFn: () => commands.reviewQueue(query) }),
  groundTruths: () => queryOptions({ queryKey: ["ground truths"], queryFn: commands.groundTruths }),
  audit: () => queryOptions({ queryKey: ["audit"], queryFn: commands.audit }),
  secondReviews: () => queryOptions({ queryKey: ["second reviews"], queryFn: commands.secondReviews }),
  blankDocument: (document: string, label: string | null) =>
    queryOptions({ queryKey: ["blank document", document, label], queryFn: () => commands.blankDocument(document, label) }),
  /** Verified anew whenever it is shown, and on request. */
  chain: () => queryOptions({ queryKey: ["chain"], queryFn: commands.verifyAudit, staleTime: 0, gcTime: 0, retry: false }),
  sides: (pack: string | null) => queryOptions({ queryKey: ["sides", pack], queryFn: () => commands.sides(pack) }),
  /** Kept until it is asked for again; one that was stopped is begun anew. */
  evaluation: (query: EvaluationQuery) =>
    queryOptions({
      queryKey: ["evaluation", query],
      queryFn: () => commands.evaluation(query),
      staleTime: ({ state }) => (state.data === null ? 0 : Infinity),
      gcTime: Infinity,
      retry: false,
    }),
  unverified: (ids: string[]) =>
    queryOptions({ queryKey: ["unverified", ids], queryFn: () => commands.unverified(ids), staleTime: 0, gcTime: 0 }),
  chosen: (ids: string[]) => queryOptions({ queryKey: ["chosen", ids], queryFn: () => commands.chosen(ids) }),
  /** The cases of the library, with their numbers of documents. */
  cases: () =>
    queryOptions({
      queryKey: ["library", ANY],
      queryFn: () => commands.library(ANY),
      select: ({ counts }) => counts.cases,
    }),
  caseView: (name: string) =>
    queryOptions({ queryKey: ["case", name], queryFn: () => commands.caseView(name) }),
  document: (id: string) => queryOptions({ queryKey: ["document", id], queryFn: () => commands.document(id) }),
  words: (id: string, page: number) =>
    queryOptions({ queryKey: ["words", id, page], queryFn: () => commands.pageWords(id, page) }),
  readings: (id: string, page: number) =>
    queryOptions({ queryKey: ["readings", id, page], queryFn: () => commands.pageReadings(id, page) }),
  hits: (id: string, text: string) =>
    queryOptions({
      queryKey: ["hits", id, text],
      queryFn: () => commands.findInDocument(id, text),
      enabled: text.trim().length > 0,
    }),
  transcript: (document: string, run: string, attempt: string) =>
    queryOptions({
      queryKey: ["transcript", document, run, attempt],
      queryFn: () => commands.transcript(run, attempt),
    }),
  sent: (id: string) => queryOptions({ queryKey: ["sent", id], queryFn: () => commands.sent(id) }),
  sentRequest: (id: string, call: string) =>
    // What was sent never changes.
    queryOptions({ queryKey: ["sent request", id, call], queryFn: () => commands.sentRequest(id, call), staleTime: Infinity }),
  estimate: (ticket: string, pack: string, engine: string) =>
    queryOptions({
      queryKey: ["estimate", ticket, pack, engine],
      queryFn: () => commands.estimate(ticket, pack, engine),
      enabled: engine !== "local",
    }),
  estimateAgain: (ids: string[], pack: string, engine: string) =>
    queryOptions({
      queryKey: ["estimate again", ids, pack, engine],
      queryFn: () => commands.estimateAgain(ids, pack, engine),
      enabled: engine !== "local",
    }),
  explanation: (id: string, place: string) =>
    queryOptions({ queryKey: ["explanation", id, place], queryFn: () => commands.explain(id, place) }),
  packet: (id: string) => queryOptions({ queryKey: ["packet", id], queryFn: () => commands.packet(id) }),
  guides: (pack: string) => queryOptions({ queryKey: ["guides", pack], queryFn: () => commands.guides(pack) }),
  /** What a version would change in the current text after `versions` of them. */
  guideVersion: (pack: string, stage: string, version: number, versions: number) =>
    queryOptions({
      queryKey: ["guide version", pack, stage, version, versions],
      queryFn: () => commands.compareGuideVersion(pack, stage, version),
    }),
  packs: () => queryOptions({ queryKey: ["packs"], queryFn: commands.packs }),
  prints: () => queryOptions({ queryKey: ["prints"], queryFn: commands.prints }),
  engines: () => queryOptions({ queryKey: ["engines"], queryFn: commands.engines }),
  key: (provider: string) =>
    queryOptions({ queryKey: ["key", provider], queryFn: () => commands.keyState(provider) }),
  nextDataFolder: () => queryOptions({ queryKey: ["next data folder"], queryFn: commands.nextDataFolder }),
  exportFormats: () => queryOptions({ queryKey: ["export formats"], queryFn: commands.exportFormats, staleTime: Infinity }),
  exportCounts: (request: ExportRequest) =>
    queryOptions({ queryKey: ["export counts", request], queryFn: () => commands.exportCounts(request) }),
  diagnostics: () => queryOptions({ queryKey: ["diagnostics"], queryFn: commands.diagnostics }),
};

/** The key prefixes that are stale after these changes, with the document where only one is affected. */
export function staleKeys(changes: Changed[]): string[][] {
  const keys = new Map<string, string[]>();
  const add = (...key: string[]) => keys.set(key.join("/"), key);
  for (const change of changes) {
    if (change.kind === "import" || change.kind === "export" || change.kind === "audit" || change.kind === "evaluation" || change.kind === "opened") continue;
    if (change.kind === "settings") {
      for (const name of ["overview", "packs", "prints", "engines", "key", "diagnostics", "audit", "second reviews"]) add(name);
      continue;
    }
    for (const name of ["overview", "library", "case", "chosen", "review queue", "ground truths", "audit", "second reviews", "sides"]) add(name);
    if (change.document_id === null) continue;
    for (const name of ["document", "words", "readings", "packet", "transcript", "sent", "explanation"]) add(name, change.document_id);
  }
  return [...keys.values()];
}

/** Collects changes for a moment, so that a busy batch costs a few refreshes per second and not one per page. */
export function refresher(client: QueryClient, wait = 250): (change: Changed) => void {
  let waiting: Changed[] = [];
  return (change) => {
    waiting.push(change);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const keys = staleKeys(waiting);
      waiting = [];
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    }, wait);
  };
}

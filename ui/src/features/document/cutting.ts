// Cutting a document into segments: what is shown at once, and saved one edit after the other.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { queries, type DocumentView } from "../../ipc";
import { useRelabeling } from "./relabel";
import { asSegments, type Part } from "./segments";
import { useDesk } from "./stage";

export interface Cutting {
  parts: Part[];
  labels: string[];
  /** Null changes nothing. */
  cut: (edit: (parts: Part[]) => Part[] | null) => void;
}

/** Null for documents without segments: unread ones, single pages, and those judged page by page. */
export function useCutting(): Cutting | null {
  const { view } = useDesk();
  const client = useQueryClient();
  const relabel = useRelabeling();
  const { data: overview } = useQuery(queries.overview());
  // What was cut, until all of it is saved: keys may be faster than the program.
  const [wanted, setWanted] = useState<Part[] | null>(null);
  const latest = useRef<Part[] | null>(null);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const found = view.classification;
  const labels = overview?.packs.find((pack) => pack.name === view.document.pack)?.labels ?? [];
  if (found === null || labels.length === 0 || view.document.mode === "pages" || view.pages.length < 2) return null;

  const { queryKey } = queries.document(view.row.document_id);
  const cut: Cutting["cut"] = (edit) => {
    // A key may come before what was saved is shown.
    const next = edit(latest.current ?? partsOf(client.getQueryData<DocumentView>(queryKey) ?? view));
    if (next === null) return;
    latest.current = next;
    setWanted(next);
    saving.current = saving.current.then(async () => {
      // A refused edit takes with it what was cut after it.
      if (latest.current === null) return;
      const taken = await relabel("segments", asSegments(next));
      if (taken) await client.refetchQueries({ queryKey });
      if (taken && latest.current !== next) return;
      latest.current = null;
      setWanted(null);
    });
  };
  return { parts: wanted ?? partsOf(view), labels, cut };
}

/** A document without segments is one. */
function partsOf({ classification, pages }: DocumentView): Part[] {
  const segments = classification?.segments ?? [];
  if (segments.length === 0) return [{ first: 1, last: pages.length, label: classification?.label ?? "" }];
  return segments.map(({ first_page: first, last_page: last, label }) => ({ first, last, label }));
}

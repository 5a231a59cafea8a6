// The estimated cost of a batch before it begins, and the basis of the estimate.
import type { UseQueryResult } from "@tanstack/react-query";
import type { Estimate } from "../ipc";
import { dollars, many } from "./format";

export function EstimateLine({ query: { data, isFetching, error } }: { query: UseQueryResult<Estimate | null> }) {
  if (error !== null) return <p className="muted">Could not estimate the cost: {error.message}</p>;
  if (isFetching) return <p className="muted">Estimating the cost…</p>;
  if (data === undefined || data === null) return null;
  const { low_usd: low, high_usd: high, documents, pages, assumptions } = data;
  const cost = low === null || high === null ? "No estimate" : `About ${dollars(low)} to ${dollars(high)}`;
  return (
    <p className="readable" role="status">
      <strong>{cost}</strong> for {many(documents, "document")} ({many(pages, "page")}).{" "}
      <small className="muted">Basis: {assumptions.join("; ")}.</small>
    </p>
  );
}

// Progress of reading: a bar with figures in a fixed place, with pause, resume, cancel and retry.
import { useQuery } from "@tanstack/react-query";
import { commands, queries, type Overview } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { count, dollars, many, pace, seconds } from "../../shared/format";
import { attempt, say } from "../../shared/messages";
import { useVerbs } from "../../shared/verbs";

export function BatchBar({ idsInWork }: { idsInWork: () => Promise<string[]> }) {
  const { data } = useQuery(queries.overview());
  const { askConsent, unlockNext } = useVerbs();
  if (data === undefined) return <div className="batch" />;
  const { counts, batch, paused, waits_for: waitsFor, consent } = data;
  const open = counts.queued + counts.running > 0;
  const needsPerson = waitsFor !== null && !waitsFor.by_itself && consent === null;
  const cancelAll = async () => {
    const ids = await idsInWork();
    await commands.cancel(ids);
    say(`Cancelled ${many(ids.length, "document")}`, { label: "Reprocess", run: () => attempt(commands.rerun(ids)) });
  };
  return (
    <div className="batch" role="group" aria-label="Progress">
      {batch !== null && open ? <Progress batch={batch} of={data} /> : <Settled counts={counts} />}
      <span className="grow" />
      {counts.password > 0 && (
        <Btn kind="quiet" onPress={unlockNext}>
          Unlock {many(counts.password, "document")}…
        </Btn>
      )}
      {counts.failed > 0 && (
        <Btn kind="quiet" onPress={() => attempt(commands.retry("failed"))}>
          Retry {count(counts.failed)} failed
        </Btn>
      )}
      {counts.cancelled > 0 && (
        <Btn kind="quiet" onPress={() => attempt(commands.retry("cancelled"))}>
          Retry {count(counts.cancelled)} cancelled
        </Btn>
      )}
      {consent !== null && <Btn onPress={() => askConsent(consent)}>Send to {consent.title}?</Btn>}
      {paused && <Btn onPress={() => attempt(commands.resume())}>Resume</Btn>}
      {!paused && needsPerson && <Btn onPress={() => attempt(commands.resume())}>Try again</Btn>}
      {!paused && open && <Btn onPress={() => attempt(commands.pause())}>Pause</Btn>}
      {open && (
        <Btn kind="quiet" onPress={() => attempt(cancelAll())}>
          Cancel
        </Btn>
      )}
    </div>
  );
}

function Progress({ batch, of }: { batch: NonNullable<Overview["batch"]>; of: Overview }) {
  const done = batch.accepted + batch.needs_review + batch.failed;
  return (
    <>
      <span className="nowrap">
        <b>{count(done)}</b> of {count(batch.total)} done
      </span>
      <Meter total={batch.total} label={`${done} of ${batch.total} done`} done={done} parts={batch} />
      <span className="muted nowrap batch-rate">
        {of.paused ? "Paused. Finished work is saved." : outlook(batch, of)}
      </span>
    </>
  );
}

/** Speed and remaining time. While a provider is waited for, the remaining time is unknown, and only the others go
 *  on. */
function outlook(batch: NonNullable<Overview["batch"]>, { counts, waits_for: waitsFor }: Overview): string {
  const going = counts.running > 0;
  const parts = [
    waitsFor === null && batch.seconds_left !== null && `about ${seconds(batch.seconds_left)} left`,
    (going || waitsFor === null) && pace(batch.per_second ?? 0, "document"),
    batch.cost_usd > 0 && `${dollars(batch.cost_usd)} so far`,
    batch.price_unknown && "price unknown, limit not enforced",
    waitsFor !== null && `${going ? "some waiting" : "waiting"} for ${waitsFor.title}`,
  ];
  return parts.filter((part) => part !== false && part !== "").join(" · ");
}

/** Documents that still wait or need action are never counted as read. */
function standing(counts: Overview["counts"]): string {
  if (counts.queued > 0) return "Paused";
  const unread = counts.failed + counts.cancelled + counts.password;
  return unread === 0 ? "All done" : `${count(counts.all - unread)} of ${count(counts.all)} done`;
}

/** Failed, cancelled and locked documents have a button that shows their number. */
function Settled({ counts }: { counts: Overview["counts"] }) {
  const parts = [
    `${count(counts.accepted)} accepted`,
    counts.needs_review > 0 && `${count(counts.needs_review)} to review`,
    counts.rejected > 0 && `${count(counts.rejected)} rejected`,
    counts.queued > 0 && `${count(counts.queued)} waiting`,
  ].filter(Boolean);
  return (
    <>
      <span className="nowrap">{standing(counts)}</span>
      <Meter total={counts.all} label="Results" done={counts.all} parts={{ ...counts, failed: counts.failed + counts.rejected }} />
      <span className="muted nowrap">{parts.join(" · ")}</span>
    </>
  );
}

interface MeterProps {
  total: number;
  done: number;
  label: string;
  parts: { accepted: number; needs_review: number; failed: number };
}

function Meter({ total, done, label, parts }: MeterProps) {
  const share = (value: number) => `${total > 0 ? (100 * value) / total : 0}%`;
  return (
    <span
      className="meter batch-meter"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <i style={{ width: share(parts.accepted), background: "var(--ok)" }} />
      <i style={{ width: share(parts.needs_review), background: "var(--warn)" }} />
      <i style={{ width: share(parts.failed), background: "var(--bad)" }} />
    </span>
  );
}

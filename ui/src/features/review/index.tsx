// The review: documents that need a person, in the order that the person chooses, with claims, notes and progress.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { commands, queries, type ClaimView, type Preferences, type ReviewOrder, type ReviewRow } from "../../ipc";
import { useActs } from "../../shared/acts";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { many } from "../../shared/format";
import { Choice, TextInput } from "../../shared/inputs";
import { useKeys } from "../../shared/keys";
import { attempt, sayDone } from "../../shared/messages";
import { useNavigation } from "../../shared/route";
import { Trouble } from "../../shared/Trouble";
import { useVerbs } from "../../shared/verbs";
import { BulkSheet } from "./Bulk";
import { Queue } from "./Queue";
import { progress, useSession, waits, type Session } from "./session";
import "./review.css";

/** Max documents that are accepted at once. */
const MOST = 200;

type Noting = { row: ReviewRow; of: "defer" | "flag" };

export function Review() {
  const { data: overview } = useQuery(queries.overview());
  const preferences = overview?.preferences;
  if (preferences === undefined) return <header className="bar"><h1>Review</h1></header>;
  return <Desk preferences={preferences} />;
}

function Desk({ preferences }: { preferences: Preferences }) {
  const { review_order: order, review_minutes: minutes } = preferences;
  const { go } = useNavigation();
  const session = useSession(order, minutes);
  const [active, setActive] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [accepting, setAccepting] = useState<string[] | null>(null);
  const { rows } = session;
  const open = rows.filter(waits);
  const row = rows[active];
  const queue = rows.filter(({ claim }) => claim.place !== "deferred").map((one) => one.document_id);
  const start = (one: ReviewRow | undefined) => one !== undefined && go({ screen: "document", id: one.document_id, queue });
  const toggle = (id: string) => setSelected((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set([...old, id])));
  // What waits for something is accepted only if it was selected itself.
  const ready = selected.size > 0 ? open.filter((one) => selected.has(one.document_id)) : open.filter(({ claim }) => claim.place !== "deferred");
  // The audit sample is there to be looked at one by one.
  const bulk = ready.length > 0 && order !== "audit_sample";
  const accept = () => bulk && setAccepting(ready.slice(0, MOST).map((one) => one.document_id));

  useKeys("Review", [
    { keys: "Shift+a", label: "Accept several documents", run: accept },
  ]);
  const first = open.find(({ claim: { place } }) => place === "open" || place === "claimed") ?? open[0];
  return (
    <>
      <header className="bar">
        <h1>Review</h1>
        <Progress session={session} />
        <span className="grow" />
        <Btn isDisabled={!bulk} cap="Shift+a" onPress={accept}>
          Accept several…
        </Btn>
        <Btn kind="primary" isDisabled={first === undefined} onPress={() => start(first)}>
          Start
        </Btn>
      </header>
      <Order preferences={preferences} />
      {session.error !== null && (
        <div className="pad">
          <Trouble error={session.error} onRetry={session.renew} />
        </div>
      )}
      {session.ready && rows.length === 0 ? (
        <div className="vacant">
          <h2>{order === "audit_sample" ? "Nothing to check" : "Nothing to review"}</h2>
          <p className="muted">
            {order === "audit_sample" ? "Accepted documents drawn for the audit sample appear here." : "Documents that need a person appear here."}
          </p>
        </div>
      ) : (
        <div className="panel table">
          <Queue
            rows={rows}
            active={active}
            selected={selected}
            onMove={setActive}
            onToggle={toggle}
            onSelectAll={() => setSelected(new Set(open.map((one) => one.document_id)))}
            onOpen={start}
          />
        </div>
      )}
      <div className="actions" role="group" aria-label="Actions">
        <span className="nowrap" aria-live="polite">
          {selected.size > 0 ? `${many(selected.size, "document")} selected` : `${many(open.length, "document")} to review`}
        </span>
        {session.fresh > 0 && (
          <Btn kind="link" onPress={session.renew}>
            {many(session.fresh, "new document")}: show
          </Btn>
        )}
        <span className="grow" />
        {row !== undefined && <Moves row={row} onSkipped={() => setActive((at) => Math.min(rows.length - 1, at + 1))} />}
      </div>
      {accepting !== null && <BulkSheet ids={accepting} onClose={() => setAccepting(null)} />}
    </>
  );
}

/** What can be done with the active document without opening it. */
function Moves({ row, onSkipped }: { row: ReviewRow; onSkipped: () => void }) {
  const move = useMoves();
  const [noting, setNoting] = useState<Noting | null>(null);
  const { place, flagged, note } = row.claim;
  const claim = () => move(row, { place: place === "claimed" ? "open" : "claimed" });
  const skip = () => {
    move(row, { place: place === "skipped" ? "open" : "skipped" });
    if (place !== "skipped") onSkipped();
  };
  const defer = () => (place === "deferred" ? move(row, { place: "open", note: null }) : setNoting({ row, of: "defer" }));
  const flag = () => (flagged ? move(row, { flagged: false, note: place === "deferred" ? note : null }) : setNoting({ row, of: "flag" }));
  const all = [
    { cap: "c", name: place === "claimed" ? "Release" : "Claim", label: "Claim the document, or release it", run: claim },
    { cap: "s", name: place === "skipped" ? "Take up" : "Skip", label: "Skip it, or take it up again", run: skip },
    { cap: "d", name: place === "deferred" ? "Resume" : "Defer…", label: "Defer it with a note, or resume it", run: defer },
    { cap: "f", name: flagged ? "Remove flag" : "Flag…", label: "Flag it with a note, or remove the flag", run: flag },
  ];
  const can = waits(row);
  useKeys("Review", can ? all.map(({ cap, label, run }) => ({ keys: cap, label, run })) : []);
  return (
    <>
      {all.map(({ cap, name, run }) => (
        <Btn key={cap} kind="quiet" cap={cap} isDisabled={!can} onPress={run}>
          {name}
        </Btn>
      ))}
      {noting !== null && (
        <NoteSheet
          noting={noting}
          onClose={() => setNoting(null)}
          onNote={(text) => move(noting.row, noting.of === "defer" ? { place: "deferred", note: text } : { flagged: true, note: text })}
        />
      )}
    </>
  );
}

/** Moves a document within the queue; each move can be undone. */
function useMoves() {
  const acts = useActs();
  const { signed } = useVerbs();
  return ({ document_id: document, file_name, claim: before }: ReviewRow, change: Partial<ClaimView>) => {
    const after = { ...before, ...change };
    const label = `${labelOf(before, after)} ${file_name}`;
    const work = async () => {
      await signed();
      await commands.claim(document, before.place, after);
      acts.did({ claiming: { document, before, after, label } });
      sayDone(label.charAt(0).toUpperCase() + label.slice(1), () => acts.undo());
    };
    attempt(work());
  };
}

function labelOf(before: ClaimView, after: ClaimView): string {
  if (before.flagged !== after.flagged) return after.flagged ? "flagged" : "removed the flag of";
  if (after.place !== "open") return after.place;
  return { open: "reopened", claimed: "released", skipped: "took up", deferred: "resumed" }[before.place];
}

function Progress({ session }: { session: Session }) {
  const [now, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  if (session.total === 0) return null;
  return (
    <span className="muted nowrap" title="This session">
      {progress(session, Math.max(0, now - session.since) / 60_000)}
    </span>
  );
}

const ORDERS: { id: ReviewOrder; name: string }[] = [
  { id: "most_issues", name: "Most issues first" },
  { id: "oldest", name: "Oldest first" },
  { id: "by_type", name: "By type" },
  { id: "minutes", name: "What fits my time" },
  { id: "audit_sample", name: "Audit sample" },
];

function Order({ preferences }: { preferences: Preferences }) {
  const save = (change: Partial<Preferences>) => attempt(commands.setPreferences({ ...preferences, ...change }));
  const [typed, setTyped] = useState(String(preferences.review_minutes));
  const minutes = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null;
  return (
    <div className="review-order">
      <Choice label="Order" value={preferences.review_order} options={ORDERS} onChange={(review_order) => save({ review_order })} />
      {preferences.review_order === "minutes" && (
        <TextInput
          label="Minutes I have"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            if (/^\d{1,3}$/.test(text.trim())) save({ review_minutes: Number(text) });
          }}
          fault={minutes === null ? "Enter a number of minutes such as 20." : null}
        />
      )}
      {preferences.review_order === "audit_sample" && (
        <p className="hint">Accepted automatically and drawn to be checked: accept what is right, correct what is not.</p>
      )}
      {preferences.review_order === "minutes" && <p className="hint">Documents whose check removes most expected errors a minute come first.</p>}
    </div>
  );
}

function NoteSheet({ noting: { row, of }, onClose, onNote }: { noting: Noting; onClose: () => void; onNote: (note: string | null) => void }) {
  const [note, setNote] = useState(row.claim.note ?? "");
  const verb = of === "defer" ? "Defer" : "Flag";
  const save = () => {
    onClose();
    onNote(note.trim() === "" ? null : note.trim());
  };
  const footer = (
    <>
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" onPress={save}>
        {verb}
      </Btn>
    </>
  );
  return (
    <Dialog title={`${verb} ${row.file_name}`} onClose={onClose} footer={footer}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput label="Note" value={note} onChange={setNote} autoFocus hint={of === "defer" ? "What it waits for. Deferred documents come last." : "What somebody should look at."} />
      </form>
    </Dialog>
  );
}

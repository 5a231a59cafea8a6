// Accepts several documents at once: what is unverified is listed first, and documents with open blockers are left out.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries, type Unverified } from "../../ipc";
import { useActs } from "../../shared/acts";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { many } from "../../shared/format";
import { Check } from "../../shared/inputs";
import { attempt, refuse, sayDone } from "../../shared/messages";
import { Trouble } from "../../shared/Trouble";
import { useVerbs } from "../../shared/verbs";

/** Max names listed of the values of a document. */
const NAMED = 6;

export function BulkSheet({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const { data, error, refetch } = useQuery(queries.unverified(ids));
  const [all, setAll] = useState(false);
  const acts = useActs();
  const { signed } = useVerbs();
  const blocked = (data ?? []).filter(({ blockers }) => blockers.length > 0);
  const doubtful = (data ?? []).filter(({ blockers, values }) => blockers.length === 0 && values.length > 0);
  const clean = (data ?? []).filter(({ blockers, values }) => blockers.length === 0 && values.length === 0);
  const chosen = [...clean, ...(all ? doubtful : [])].map(({ document_id }) => document_id);
  const accept = async () => {
    onClose();
    await signed();
    const { accepted, refused } = await commands.acceptAll(chosen);
    for (const { file_name, reason } of refused) refuse(`${file_name} was not accepted: ${reason}`, "Open it to decide.");
    if (accepted.length === 0) return;
    acts.did({ accepted });
    sayDone(`Accepted ${many(accepted.length, "document")}`, () => acts.undo());
  };
  const footer = (
    <>
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" isDisabled={chosen.length === 0} onPress={() => attempt(accept())}>
        Accept {many(chosen.length, "document")}
      </Btn>
    </>
  );
  return (
    <Dialog wide title={`Accept ${many(ids.length, "document")}?`} onClose={onClose} footer={footer}>
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p role="status">Looking for unverified values…</p>}
      {data !== undefined && (
        <>
          {clean.length > 0 && <p>{many(clean.length, "document has", "documents have")} no unverified value.</p>}
          <Listed title={`${many(blocked.length, "document stays", "documents stay")} in review because of open blockers`} of={blocked} what={({ blockers }) => blockers} />
          <Listed title={`${many(doubtful.length, "document has", "documents have")} values that nobody has checked`} of={doubtful} what={({ values }) => values} />
          {doubtful.length > 0 && <Check label={`Also accept ${doubtful.length === 1 ? "it" : "them"} as read`} value={all} onChange={setAll} />}
        </>
      )}
    </Dialog>
  );
}

function Listed({ title, of, what }: { title: string; of: Unverified[]; what: (one: Unverified) => string[] }) {
  if (of.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="sec">{title}</h2>
      <ul className="unverified">
        {of.map((one) => (
          <li key={one.document_id} className="readable">
            <strong>{one.file_name}</strong>: {named(what(one))}
          </li>
        ))}
      </ul>
    </section>
  );
}

const named = (names: string[]) =>
  names.slice(0, NAMED).join(", ") + (names.length > NAMED ? ` and ${names.length - NAMED} more` : "");

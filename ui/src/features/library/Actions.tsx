// The bar below the table: number of documents, and actions on the selected ones.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries } from "../../ipc";
import { useActs, type Acts } from "../../shared/acts";
import { Btn } from "../../shared/Btn";
import { count, many } from "../../shared/format";
import { useKeys } from "../../shared/keys";
import { attempt, hush, say, sayDone } from "../../shared/messages";
import { compareWithPrior } from "../../shared/prior";
import { useVerbs } from "../../shared/verbs";
import { CaseSheet, PackSheet } from "./Bulk";

interface Props {
  ids: string[];
  total: number;
  /** Documents added to the list while it was held still. */
  fresh: number;
  onRefresh: () => void;
  trash: boolean;
  cases: string[];
  onDone: () => void;
}

/** Number of selected documents that wait or are being read, including those in rows out of view. */
function useInWork(ids: string[]): number {
  const overview = useQuery(queries.overview());
  const { queued = 0, running = 0 } = overview.data?.counts ?? {};
  const { data } = useQuery({ ...queries.chosen(ids), enabled: ids.length > 0 && queued + running > 0 });
  return queued + running > 0 && ids.length > 0 ? (data?.in_work ?? 0) : 0;
}

async function moveToTrash(ids: string[], acts: Acts): Promise<void> {
  await commands.trash(ids);
  acts.did({ moved: ids, to: "trash" });
  sayDone(`Moved ${many(ids.length, "document")} to the trash`, () => acts.undo());
}

export function Actions(props: Props) {
  const { ids, total, fresh, onRefresh, trash } = props;
  return (
    <div className="actions" role="group" aria-label="Actions">
      <span className="nowrap" aria-live="polite">
        {ids.length > 0 ? `${many(ids.length, "document")} selected` : many(total, "document")}
        {fresh > 0 && ` · ${many(fresh, "new document")}`}
      </span>
      {fresh > 0 && (
        <Btn kind="link" onPress={onRefresh}>
          Show
        </Btn>
      )}
      <span className="grow" />
      {trash ? <TrashActions {...props} /> : <LibraryActions {...props} />}
    </div>
  );
}

function LibraryActions({ ids, cases, onDone }: Props) {
  const verbs = useVerbs();
  const client = useQueryClient();
  const inWork = useInWork(ids);
  const [sheet, setSheet] = useState<"pack" | "case" | null>(null);
  const none = ids.length === 0;
  const rerun = () =>
    attempt(commands.rerun(ids).then(() => say(`${many(ids.length, "document")} queued for reprocessing`)));
  const acts = useActs();
  const discard = () => attempt(moveToTrash(ids, acts).then(onDone));
  const send = () => verbs.exportDocuments({ ids }, ids.length, "documents");
  useKeys("Selected documents", none ? [] : [
    { keys: "Delete Backspace", label: "Move to the trash", run: discard },
    { keys: "Mod+e", label: "Export", run: send },
    { keys: "Mod+r", label: "Reprocess", run: rerun },
  ]);
  return (
    <>
      {inWork > 0 && (
        <Btn kind="quiet" onPress={() => attempt(commands.cancel(ids))}>
          Cancel processing {inWork === ids.length ? "" : `${count(inWork)} of them`}
        </Btn>
      )}
      <Btn kind="quiet" isDisabled={none} onPress={rerun}>
        Reprocess
      </Btn>
      <Btn kind="quiet" isDisabled={none} onPress={() => setSheet("pack")}>
        Pack, year, engine…
      </Btn>
      <Btn kind="quiet" isDisabled={none} onPress={() => setSheet("case")}>
        Case…
      </Btn>
      <Btn kind="quiet" isDisabled={none} aria-label="Compare with a prior classification…" onPress={() => attempt(compareWithPrior(ids, client))}>
        Compare…
      </Btn>
      <Btn kind="quiet" isDisabled={none} onPress={send}>
        Export…
      </Btn>
      <Btn kind="quiet" isDisabled={none} onPress={discard}>
        Move to trash
      </Btn>
      {sheet === "pack" && <PackSheet ids={ids} onClose={() => setSheet(null)} />}
      {sheet === "case" && <CaseSheet ids={ids} names={cases} onClose={() => setSheet(null)} />}
    </>
  );
}

function TrashActions({ ids, total, onDone }: Props) {
  const acts = useActs();
  // The program asks before it erases.
  const empty = async () => {
    const done = await commands.emptyTrash();
    if (done === null) return;
    hush();
    say(`Erased ${many(done.erased, "document")} for good`);
  };
  const restore = () =>
    attempt(
      commands.restore(ids).then(() => {
        acts.did({ moved: ids, to: "library" });
        say(`Restored ${many(ids.length, "document")}`);
        onDone();
      }),
    );
  return (
    <>
      <Btn kind="quiet" isDisabled={ids.length === 0} onPress={restore}>
        Restore
      </Btn>
      <Btn kind="danger" isDisabled={total === 0} onPress={() => attempt(empty())}>
        Empty trash…
      </Btn>
    </>
  );
}

// Importing documents: by drag, dialog, paste or a second start of the program, all through the same sheet.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { commands, onChanged, onDrag, type ImportOptions, type ImportReport, type Inspection, type Overview, type Picked } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { GoesOn } from "../../shared/GoesOn";
import { attempt, complain } from "../../shared/messages";
import { DropOverlay } from "./DropOverlay";
import { ImportSheet } from "./ImportSheet";
import { PasswordSheet } from "./PasswordSheet";
import { tell } from "./report";
import "./import.css";

export interface Drop {
  /** The program's ticket for the files. */
  ticket: string;
  inspection: Inspection;
}

export function useImporting(overview: Overview | undefined) {
  const [over, setOver] = useState<Inspection | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const [locked, setLocked] = useState<{ id: string; name: string } | null>(null);

  const [looking, setLooking] = useState<Picked | null>(null);
  const asked = useRef<Picked | null>(null);
  const look = useCallback((picked: Picked | null) => {
    asked.current = picked;
    setLooking(picked);
  }, []);

  const add = useCallback(
    (picked: Picked | null) => {
      if (picked === null) return;
      look(picked);
      const found = (inspection: Inspection) => {
        if (asked.current !== picked) return;
        look(null);
        setDrop({ ticket: picked.ticket, inspection });
      };
      const failed = (error: unknown) => {
        if (asked.current === picked) look(null);
        complain(error);
      };
      commands.inspect(picked.ticket).then(found, failed);
    },
    [look],
  );

  const unlockNext = useCallback(() => attempt(firstLocked().then((found) => found !== undefined && setLocked(found))), []);
  const imported = useLockedOffer(overview, unlockNext);
  const done = useCallback(
    (report: ImportReport, one?: string) => {
      tell(report, one);
      imported();
    },
    [imported],
  );

  const verbs = useMemo(
    () => ({
      addFiles: () => attempt(commands.chooseFiles().then(add)),
      addFolder: () => attempt(commands.chooseFolder().then(add)),
      trySamples: () =>
        attempt(commands.importSamples().then((report) => done(report, "sample document"))),
      unlock: setLocked,
      unlockNext,
    }),
    [add, done, unlockNext],
  );

  const [copying, setCopying] = useState<number | null>(null);
  const copy = useCallback(
    async (from: Drop, total: number, options: ImportOptions) => {
      setDrop(null);
      setCopying(total);
      try {
        done(await commands.importFiles(from.ticket, options));
      } catch (error) {
        complain(error);
        setDrop((next) => next ?? from);
      } finally {
        setCopying(null);
      }
    },
    [done],
  );

  useDragging(setOver, add);
  usePaste(add);
  useOpenedFiles(add);

  return { verbs, over, looking, stopLooking: () => look(null), drop, copying, copy, locked, close: () => setDrop(null), closeLocked: () => setLocked(null) };
}

export function Importing({ state }: { state: ReturnType<typeof useImporting> }) {
  return (
    <>
      {state.over !== null && <DropOverlay inspection={state.over} />}
      {state.looking !== null && <Looking picked={state.looking} onStop={state.stopLooking} />}
      {state.drop !== null && <ImportSheet drop={state.drop} onClose={state.close} busy={state.copying !== null} onStart={(...what) => void state.copy(...what)} />}
      {state.copying !== null && <Copying total={state.copying} />}
      {state.locked !== null && <PasswordSheet document={state.locked} onClose={state.closeLocked} />}
    </>
  );
}

/** Files are copied in the background; every screen stays usable. */
function Copying({ total }: { total: number }) {
  return (
    <section className="copying" aria-label="Adding files">
      <span>Adding files</span>
      <GoesOn kind="import" total={total} unit="file" stop={commands.stopImport} />
    </section>
  );
}

async function firstLocked(): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await commands.library({
    search: "", states: ["password"], labels: [], years: [], cases: [], trash: false,
    sort: { column: "received", descending: true }, offset: 0, limit: 1,
  });
  const [row] = rows;
  return row && { id: row.document_id, name: row.file_name };
}

/** After an import that includes a locked document, its password is asked for once, as soon as it is known to be
 *  locked. Returns a function to call when an import begins. */
function useLockedOffer(overview: Overview | undefined, offer: () => void): () => void {
  const number = overview?.counts.password ?? 0;
  const open = (overview?.counts.queued ?? 0) + (overview?.counts.running ?? 0) > 0;
  const latest = useRef(0);
  const before = useRef<number | null>(null);
  useEffect(() => {
    latest.current = number;
    if (before.current === null) return;
    if (number > before.current) {
      before.current = null;
      offer();
    }
  }, [number, offer]);
  // A batch that ended without one asks nothing later.
  useEffect(() => {
    if (!open) return;
    return () => {
      before.current = null;
    };
  }, [open]);
  return useCallback(() => {
    before.current = latest.current;
  }, []);
}

/** Scanning a large folder takes a moment; it can be cancelled at no cost. */
function Looking({ picked: { count, names }, onStop }: { picked: Picked; onStop: () => void }) {
  return (
    <Dialog title="Checking the files…" onClose={onStop} footer={<Btn onPress={onStop}>Cancel</Btn>}>
      <p className="muted">
        {names[0]}
        {count > 1 && ` and ${count - 1} more`}: counting files and looking for duplicates.
      </p>
    </Dialog>
  );
}

/** Characters of the longest text that is searched for paths: a screenful of long ones. */
const MOST_PASTED = 20_000;

const UNKNOWN: Inspection = {
  files: 0,
  folders: 0,
  bytes: 0,
  duplicates: [],
  unknown: [],
  other_kinds: 0,
  others: [],
  subfolders: [],
  suggested_case: null,
  sample: [],
};

/** The overlay shows at once; what the drop would do is added as soon as it is known. */
function useDragging(setOver: (over: Inspection | null) => void, add: (picked: Picked | null) => void): void {
  useEffect(() => {
    let current = 0;
    const stop = onDrag(({ kind, picked }) => {
      current += 1;
      const mine = current;
      if (kind === "over" && picked !== null) {
        setOver(UNKNOWN);
        commands.inspect(picked.ticket).then((inspection) => mine === current && setOver(inspection), complain);
        return;
      }
      setOver(null);
      if (kind === "drop") add(picked);
    });
    return stop;
  }, [setOver, add]);
}

/** Files named in pasted text. The program looks for paths in it, and asks before it takes any. */
function usePaste(add: (picked: Picked | null) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const target = event.target;
      if (target instanceof HTMLElement && target.matches("input, textarea")) return;
      const text = event.clipboardData?.getData("text/uri-list") || event.clipboardData?.getData("text") || "";
      if (text.length > 0 && text.length <= MOST_PASTED) attempt(commands.pastePaths(text).then(add));
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [add]);
}

/** Files from "open with" or a second start: those that came before the window was ready, and later ones. */
function useOpenedFiles(add: (picked: Picked | null) => void): void {
  useEffect(() => {
    const take = () => attempt(commands.takeOpenedFiles().then(add));
    take();
    return onChanged((change) => {
      if (change.kind === "opened") take();
    });
  }, [add]);
}

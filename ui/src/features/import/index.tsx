// Bringing documents in: by drag, dialog, paste or a second start of the program, each through the same sheet.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { chooseFiles, chooseFolder, commands, onChanged, onDrag, type Inspection } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { baseName } from "../../shared/format";
import { attempt, complain } from "../../shared/messages";
import { DropOverlay } from "./DropOverlay";
import { ImportSheet } from "./ImportSheet";
import { PasswordSheet } from "./PasswordSheet";
import { tell } from "./report";
import { pathsIn } from "./paths";
import "./import.css";

export interface Drop {
  paths: string[];
  inspection: Inspection;
}

export function useImporting() {
  const [over, setOver] = useState<Inspection | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const [locked, setLocked] = useState<{ id: string; name: string } | null>(null);

  const [looking, setLooking] = useState<string[] | null>(null);
  const asked = useRef<string[] | null>(null);
  const look = useCallback((paths: string[] | null) => {
    asked.current = paths;
    setLooking(paths);
  }, []);

  const addPaths = useCallback(
    (paths: string[]) => {
      if (paths.length === 0) return;
      look(paths);
      const found = (inspection: Inspection) => {
        if (asked.current !== paths) return;
        look(null);
        setDrop({ paths, inspection });
      };
      const failed = (error: unknown) => {
        if (asked.current === paths) look(null);
        complain(error);
      };
      commands.inspectPaths(paths).then(found, failed);
    },
    [look],
  );

  const verbs = useMemo(
    () => ({
      addFiles: () => attempt(chooseFiles().then(addPaths)),
      addFolder: () => attempt(chooseFolder().then(addPaths)),
      addPaths,
      trySamples: () =>
        attempt(commands.importSamples().then((report) => tell(report, "sample document"))),
      unlock: setLocked,
    }),
    [addPaths],
  );

  useDragging(setOver, addPaths);
  usePaste(addPaths);
  useOpenedFiles(addPaths);

  return { verbs, over, looking, stopLooking: () => look(null), drop, locked, close: () => setDrop(null), closeLocked: () => setLocked(null) };
}

export function Importing({ state }: { state: ReturnType<typeof useImporting> }) {
  return (
    <>
      {state.over !== null && <DropOverlay inspection={state.over} />}
      {state.looking !== null && <Looking paths={state.looking} onStop={state.stopLooking} />}
      {state.drop !== null && <ImportSheet drop={state.drop} onClose={state.close} />}
      {state.locked !== null && <PasswordSheet document={state.locked} onClose={state.closeLocked} />}
    </>
  );
}

/** A large folder takes a moment to look through; letting it go costs nothing. */
function Looking({ paths, onStop }: { paths: string[]; onStop: () => void }) {
  const [first = ""] = paths;
  return (
    <Dialog title="Looking at the files…" onClose={onStop} footer={<Btn onPress={onStop}>Cancel</Btn>}>
      <p className="muted">
        {baseName(first)}
        {paths.length > 1 && ` and ${paths.length - 1} more`}: counting, and comparing with the library.
      </p>
    </Dialog>
  );
}

const UNKNOWN: Inspection = {
  files: 0,
  folders: 0,
  bytes: 0,
  duplicates: [],
  unknown: [],
  suggested_case: null,
  sample: [],
};

/** The overlay shows at once; what the drop would do is filled in as soon as it is known. */
function useDragging(setOver: (over: Inspection | null) => void, addPaths: (paths: string[]) => void): void {
  useEffect(() => {
    let current = 0;
    const stop = onDrag((drag) => {
      current += 1;
      const mine = current;
      if (drag.kind === "over") {
        setOver(UNKNOWN);
        commands.inspectPaths(drag.paths).then((inspection) => mine === current && setOver(inspection), complain);
        return;
      }
      setOver(null);
      if (drag.kind === "drop") addPaths(drag.paths);
    });
    return stop;
  }, [setOver, addPaths]);
}

function usePaste(addPaths: (paths: string[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const target = event.target;
      if (target instanceof HTMLElement && target.matches("input, textarea")) return;
      const paths = pathsIn(event.clipboardData?.getData("text/uri-list") || event.clipboardData?.getData("text") || "");
      if (paths.length === 0) return;
      event.preventDefault();
      addPaths(paths);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [addPaths]);
}

/** Files handed over by "open with" or by a second start: those that came before the window, and those that come later. */
function useOpenedFiles(addPaths: (paths: string[]) => void): void {
  useEffect(() => {
    const take = () => attempt(commands.takeOpenedFiles().then(addPaths));
    take();
    return onChanged((change) => {
      if (change.kind === "opened") take();
    });
  }, [addPaths]);
}

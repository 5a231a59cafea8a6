// Backups of the workspace: made, verified and restored. Folders are chosen in dialogs of the program.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries, type Verification, type WorkspaceCopy } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { many } from "../../shared/format";
import { GoesOn } from "../../shared/GoesOn";
import { attempt, complain } from "../../shared/messages";

/** Max faults listed; `touchstone verify` prints all. */
const LISTED = 20;

interface Copy {
  what: "Backed up" | "Restored";
  copy: WorkspaceCopy;
}

export function Backups() {
  const client = useQueryClient();
  const [working, setWorking] = useState(false);
  const [copy, setCopy] = useState<Copy | null>(null);
  const [verified, setVerified] = useState<Verification | null>(null);

  const work = async (act: () => Promise<void>) => {
    setWorking(true);
    setCopy(null);
    setVerified(null);
    try {
      await act();
    } catch (error) {
      complain(error);
    } finally {
      setWorking(false);
    }
  };
  const backUp = async () => {
    const made = await commands.backUp();
    if (made !== null) setCopy({ what: "Backed up", copy: made });
  };
  const restore = async () => {
    const made = await commands.restoreBackup();
    if (made === null) return;
    setCopy({ what: "Restored", copy: made });
    await client.invalidateQueries({ queryKey: queries.nextDataFolder().queryKey });
  };

  return (
    <section aria-labelledby="backups">
      <h2 id="backups">Backups</h2>
      <p className="muted">
        A backup holds all documents, results and corrections, unencrypted. Keys stay in the keychain of this computer.
      </p>
      {working ? (
        <div className="line">
          <GoesOn kind="backup" total={100} stop={commands.stopBackup} />
        </div>
      ) : (
        <div className="line">
          <Btn onPress={() => void work(backUp)}>Back up…</Btn>
          <Btn onPress={() => void work(async () => setVerified(await commands.verifyBackup()))}>Verify a backup…</Btn>
          <Btn onPress={() => void work(restore)}>Restore a backup…</Btn>
          <Btn onPress={() => void work(async () => setVerified(await commands.verifyWorkspace()))}>
            Verify this workspace
          </Btn>
        </div>
      )}
      {copy !== null && <Made {...copy} />}
      {verified !== null && <Found verified={verified} />}
    </section>
  );
}

function Made({ what, copy: { folder, shown_by, documents, unavailable } }: Copy) {
  return (
    <>
      <p role="status" className="readable">
        {what} {many(documents, "document")} to <span className="path">{folder}</span>
      </p>
      {unavailable > 0 && (
        <p className="note readable">
          {many(unavailable, "original")} missing or damaged in the workspace, so not in the copy. Import the files again.
        </p>
      )}
      <div className="line">
        <Btn onPress={() => attempt(commands.showInFolder(shown_by.ticket))}>Show in folder</Btn>
      </div>
    </>
  );
}

function Found({ verified: { folder, documents, faults } }: { verified: Verification }) {
  return (
    <>
      <p role="status" className="readable">
        {faults.length === 0 ? `${many(documents, "document")}, all intact:` : `${many(faults.length, "fault")} found:`}{" "}
        <span className="path">{folder}</span>
      </p>
      {faults.length > 0 && (
        <ul className="note readable">
          {faults.slice(0, LISTED).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {faults.length > LISTED && <li className="muted">and {faults.length - LISTED} more</li>}
        </ul>
      )}
    </>
  );
}

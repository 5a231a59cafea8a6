// Exports chosen documents or a filtered part of the library: format, place, and a summary of what was written.
import { useCallback, useState } from "react";
import { commands, type ExportFormat, type ExportReport, type LibraryFilter } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { baseName, many } from "../../shared/format";
import { GoesOn } from "../../shared/GoesOn";
import { Choice } from "../../shared/inputs";
import { attempt, complain, say } from "../../shared/messages";

type What = { ids: string[] } | { filter: LibraryFilter };
interface Wish {
  what: What;
  count: number;
  /** Suggested as the name of the file. */
  name: string;
}

interface Written {
  report: ExportReport;
  /** Shows the file in its folder. */
  ticket: string;
}

const FORMATS: { id: ExportFormat; name: string }[] = [
  { id: "csv", name: "CSV, one row per form" },
  { id: "json", name: "JSON, everything with evidence" },
  { id: "jsonl", name: "JSON Lines, one document per line" },
  { id: "register", name: "Register of markings (CSV), one row per page" },
];

export function useExporting() {
  const [wish, setWish] = useState<Wish | null>(null);
  const begin = useCallback((what: What, count: number, name: string) => setWish({ what, count, name }), []);
  const end = useCallback(() => setWish(null), []);
  return { wish, begin, end };
}

export function Exporting({ state: { wish, end } }: { state: ReturnType<typeof useExporting> }) {
  return wish === null ? null : <ExportSheet wish={wish} onClose={end} />;
}

function ExportSheet({ wish, onClose }: { wish: Wish; onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [choosing, setChoosing] = useState(false);
  const [writing, setWriting] = useState(false);
  const [written, setWritten] = useState<Written | null>(null);

  const write = async () => {
    setChoosing(true);
    try {
      const picked = await commands.chooseExport(wish.name, format);
      if (picked === null) return;
      setWriting(true);
      const ids = "ids" in wish.what ? wish.what.ids : null;
      const filter = "filter" in wish.what ? wish.what.filter : null;
      const report = await commands.exportDocuments(picked.ticket, { ids, filter, format });
      if (report === null) say("Export stopped; no file was written");
      else setWritten({ report, ticket: picked.ticket });
    } catch (error) {
      complain(error);
    } finally {
      setChoosing(false);
      setWriting(false);
    }
  };
  // Closing the sheet cancels the export.
  const leave = () => {
    if (writing) attempt(commands.stopExport());
    onClose();
  };

  if (written !== null) return <Summary written={written} onClose={onClose} />;
  const footer = writing ? (
    <GoesOn kind="export" total={wish.count} unit="document" stop={commands.stopExport} />
  ) : (
    <>
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" isDisabled={choosing} onPress={() => void write()}>
        Choose a file and export…
      </Btn>
    </>
  );
  return (
    <Dialog title={`Export ${many(wish.count, "document")}`} onClose={leave} footer={footer}>
      <div className="stack">
        <Choice label="Format" value={format} options={FORMATS} onChange={setFormat} />
        <p className="muted">Includes your corrections and the case name.</p>
      </div>
    </Dialog>
  );
}

function Summary({ written: { report, ticket }, onClose }: { written: Written; onClose: () => void }) {
  const { files, documents, rows, skipped } = report;
  const footer = (
    <>
      <Btn onPress={() => attempt(commands.showInFolder(ticket))}>Show in folder</Btn>
      <Btn kind="primary" autoFocus onPress={onClose}>
        Done
      </Btn>
    </>
  );
  return (
    <Dialog title="Export complete" onClose={onClose} footer={footer}>
      <div className="stack">
        <p role="status">
          {many(documents, "document")}, {many(rows, "row")} in {many(files.length, "file")}.
        </p>
        <ul>
          {files.map((path) => (
            <li key={path} className="clip readable" title={path}>
              {baseName(path)} <span className="muted">{path}</span>
            </li>
          ))}
        </ul>
        {skipped.length > 0 && (
          <div className="note">
            <strong>Skipped {many(skipped.length, "document")}</strong>
            <ul>
              {skipped.slice(0, 20).map(({ file_name, reason }) => (
                <li key={file_name + reason}>
                  {file_name} <span className="muted">{reason}</span>
                </li>
              ))}
              {skipped.length > 20 && <li className="muted">and {skipped.length - 20} more</li>}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  );
}

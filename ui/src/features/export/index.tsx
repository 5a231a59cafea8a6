// Exports chosen documents or a filtered part of the library: format, place, and a summary of what was written.
import { useCallback, useState } from "react";
import { chooseSave, commands, type ExportFormat, type ExportReport, type LibraryFilter } from "../../ipc";
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
  name: string;
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
  const [report, setReport] = useState<ExportReport | null>(null);

  const write = async () => {
    setChoosing(true);
    try {
      const path = await chooseSave(wish.name, format);
      if (path === null) return;
      setWriting(true);
      const ids = "ids" in wish.what ? wish.what.ids : null;
      const filter = "filter" in wish.what ? wish.what.filter : null;
      const written = await commands.exportDocuments({ ids, filter, format, path });
      if (written === null) say("Export stopped; no file was written");
      setReport(written);
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

  if (report !== null) return <Summary report={report} onClose={onClose} />;
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

function Summary({ report, onClose }: { report: ExportReport; onClose: () => void }) {
  const { files, documents, rows, skipped } = report;
  const first = files[0];
  const footer = (
    <>
      {first !== undefined && <Btn onPress={() => attempt(commands.showInFolder(first))}>Show in folder</Btn>}
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

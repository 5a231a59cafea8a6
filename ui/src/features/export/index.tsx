// Exports chosen documents or a filtered part of the library: format, place, and a summary of what was written.
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { commands, queries, type ExportReport, type ExportRequest, type LibraryFilter } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { baseName, count, many } from "../../shared/format";
import { GoesOn } from "../../shared/GoesOn";
import { Check, Choice } from "../../shared/inputs";
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
  const [format, setFormat] = useState("csv");
  const [states, setStates] = useState<"settled" | "all">("settled");
  const [mask, setMask] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [writing, setWriting] = useState(false);
  const [written, setWritten] = useState<Written | null>(null);
  const formats = useQuery(queries.exportFormats()).data ?? [];
  const card = formats.find((one) => one.id === format);
  const request: ExportRequest = {
    ids: "ids" in wish.what ? wish.what.ids : null,
    filter: "filter" in wish.what ? wish.what.filter : null,
    format,
    settled_only: states === "settled",
    mask: mask && card?.can_mask === true,
  };
  const { data: counts } = useQuery(queries.exportCounts(request));
  const total = counts?.documents ?? wish.count;
  const going = states === "settled" ? (counts?.settled ?? total) : total;

  const write = async () => {
    setChoosing(true);
    try {
      const picked = await commands.chooseExport(wish.name, format);
      if (picked === null) return;
      setWriting(true);
      const report = await commands.exportDocuments(picked.ticket, request);
      if (report === null) say("Export stopped; nothing was written");
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
    <GoesOn kind="export" total={total} unit="document" stop={commands.stopExport} />
  ) : (
    <>
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" isDisabled={choosing || going === 0} onPress={() => void write()}>
        {card?.folder === true ? "Name a folder and export…" : "Choose a file and export…"}
      </Btn>
    </>
  );
  return (
    <Dialog title={`Export ${many(total, "document")}`} onClose={leave} footer={footer}>
      <div className="stack">
        <Choice
          label="Format"
          value={format}
          options={formats.map(({ id, title, description }) => ({ id, name: title, about: description }))}
          onChange={setFormat}
          hint={card?.description}
        />
        <Choice
          label="Documents"
          value={states}
          options={[
            { id: "settled", name: counts === undefined ? "Settled only" : `Settled only: ${count(counts.settled)} of ${count(total)}` },
            { id: "all", name: `All that were read, in any state: ${count(total)}` },
          ]}
          onChange={setStates}
          hint={states === "settled" ? "Accepted automatically or by a person." : "The state of each is in the export."}
        />
        {card?.can_mask === false ? (
          <p className="muted">Numbers cannot be masked in pictures of pages.</p>
        ) : (
          <Check label="Mask the numbers of persons and records: XXX-XX-1234" value={mask} onChange={setMask} />
        )}
        {going === 0 && <p role="status">None of them is settled yet. Review them first, or export all.</p>}
        <p className="muted">Includes your corrections and the case name. A manifest lists counts and digests.</p>
      </div>
    </Dialog>
  );
}

function Summary({ written: { report, ticket }, onClose }: { written: Written; onClose: () => void }) {
  const { files, documents, forms, rows, left_out, skipped } = report;
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
          {many(documents, "document")}, {many(forms, "form")}, {many(rows, "row")} written.
          {left_out > 0 && ` ${many(left_out, "document")} left out: not settled, or still being read.`}
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
            <strong>Could not be exported</strong>
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

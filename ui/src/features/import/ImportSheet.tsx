// The import sheet: pack, year and case of the documents. The workspace remembers the answers.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries, type ImportOptions } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { baseName, bytes, many } from "../../shared/format";
import { EngineChoice, engineOf } from "../../shared/EngineChoice";
import { EstimateLine } from "../../shared/Estimate";
import { Check, TextInput } from "../../shared/inputs";
import { attempt } from "../../shared/messages";
import { ReadAsInputs, useByYear, yearOf } from "../../shared/ReadAs";
import { Skipped } from "./LeftOut";
import type { Drop } from ".";

interface Props {
  drop: Drop;
  onClose: () => void;
  /** Whether files of an earlier import are still being copied. */
  busy: boolean;
  onStart: (drop: Drop, total: number, options: ImportOptions) => void;
}

export function ImportSheet({ drop, onClose, busy, onStart }: Props) {
  const { data } = useQuery(queries.overview());
  const before = data?.preferences;
  const [as, setAs] = useState({ pack: before?.pack ?? "tax", year: before?.expected_year?.toString() ?? "" });
  const [name, setName] = useState(drop.inspection.suggested_case ?? "");
  const [chosen, setChosen] = useState<string | null>(null);
  const engine = chosen ?? engineOf(before?.engines, as.pack);
  const cost = useQuery(queries.estimate(drop.ticket, as.pack, engine));
  const [apart, setApart] = useState(false);
  const [skip, setSkip] = useState(true);
  const { files, duplicates, unknown, other_kinds: other, others, subfolders } = drop.inspection;
  const fresh = files - (skip ? duplicates.length : 0);
  const byYear = useByYear(as.pack);
  const expected = byYear ? yearOf(as.year) : null;
  const unreadable = data?.reader_missing === true;
  const ready = expected !== undefined && fresh > 0 && !unreadable && !busy;

  const start = () => {
    if (!ready || before === undefined) return;
    const given = name.trim() === "" ? null : name.trim();
    const answers = { pack: as.pack, case: given, ...(byYear && { expected_year: expected }) };
    attempt(commands.setPreferences({ ...before, ...answers }));
    onStart(drop, fresh, {
      pack: as.pack, expected_year: expected, case: given, case_by_folder: apart, engine, skip_duplicates: skip,
    });
  };

  const footer = (
    <>
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" isDisabled={!ready} onPress={start}>
        {fresh === 0 ? "Already in your library" : `Add ${many(fresh, "document")}`}
      </Btn>
    </>
  );
  return (
    <Dialog title={`Add ${many(files, "document")}`} onClose={onClose} footer={footer}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        {unreadable && (
          <p className="note bad" role="alert">
            The document reader is missing. Reinstall Touchstone, then add these files.
          </p>
        )}
        {busy && <p className="note">Files are still being copied. Add these when they are done.</p>}
        <Contents drop={drop} />
        <ReadAsInputs value={as} onChange={setAs} autoFocus />
        <EngineChoice label="Engine" value={engine} onChange={setChosen} />
        {engine !== "local" && <EstimateLine query={cost} />}
        {subfolders.length > 0 && (
          <Check
            label={`One case per subfolder: ${subfolders.slice(0, 3).join(", ")}${subfolders.length > 3 ? ` and ${subfolders.length - 3} more` : ""}`}
            value={apart}
            onChange={setApart}
          />
        )}
        <TextInput
          label={apart ? "Case for loose files" : "Case"}
          value={name} onChange={setName} autoFocus={!byYear}
          list={before?.case == null ? [] : [before.case]}
          hint="Client or patient. Included in every export."
        />
        {duplicates.length > 0 && (
          <div className="stack">
            <Check
              label={`Skip ${many(duplicates.length, "file")} already in the library`}
              value={skip}
              onChange={setSkip}
            />
            <Duplicates duplicates={duplicates} />
          </div>
        )}
        <Skipped unknown={unknown} other={other} others={others} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function Duplicates({ duplicates }: Pick<Drop["inspection"], "duplicates">) {
  return (
    <ul className="duplicates">
      {duplicates.slice(0, 5).map(({ path, file_name }) => (
        <li key={path} className="clip muted" title={path}>
          {baseName(path)} {baseName(path) === file_name ? "is already in the library" : `has the same content as ${file_name}`}
        </li>
      ))}
      {duplicates.length > 5 && <li className="muted">and {duplicates.length - 5} more</li>}
    </ul>
  );
}

function Contents({ drop }: { drop: Drop }) {
  const { files, folders, bytes: size, sample } = drop.inspection;
  const more = files - sample.length;
  return (
    <p className="muted">
      {sample.map(baseName).join(", ")}
      {more > 0 && ` and ${more} more`}
      {folders > 0 && ` from ${many(folders, "folder")}`} · {bytes(size)}
    </p>
  );
}

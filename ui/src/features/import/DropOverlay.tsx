// Shown while files hang over the window: how many, and what letting go will do.
import type { Inspection } from "../../ipc";
import { bytes, many } from "../../shared/format";

export function DropOverlay({ inspection }: { inspection: Inspection }) {
  const { files, folders, duplicates, unknown } = inspection;
  const known = files + folders > 0;
  const what = folders > 0 ? `${many(files, "file")} in ${many(folders, "folder")}` : many(files, "file");
  return (
    <div className="drop-overlay" role="status">
      <div className="drop-words">
        <h2>{known ? `Let go to add ${what}` : "Let go to add these files"}</h2>
        <p className="muted">
          {known ? `${bytes(inspection.bytes)}. ` : ""}They are read on this computer; your files are not changed.
        </p>
        {duplicates.length > 0 && <p>{many(duplicates.length, "file is", "files are")} already in the library.</p>}
        {unknown.length > 0 && <p>{many(unknown.length, "file")} of another kind will be left out.</p>}
      </div>
    </div>
  );
}

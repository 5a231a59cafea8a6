// Shown while files are dragged over the window: how many, and what dropping will do.
import type { Inspection } from "../../ipc";
import { useReadBy } from "../../shared/EngineChoice";
import { bytes, many } from "../../shared/format";
import { LeftOut } from "./LeftOut";

export function DropOverlay({ inspection }: { inspection: Inspection }) {
  const { files, folders, duplicates, unknown, other_kinds: other } = inspection;
  const reads = useReadBy(undefined);
  const known = files + folders > 0;
  const what = folders > 0 ? `${many(files, "file")} from ${many(folders, "folder")}` : many(files, "file");
  return (
    <div className="drop-overlay" role="status">
      <div className="drop-words">
        <h2>{known ? `Drop to add ${what}` : "Drop to add these files"}</h2>
        <p className="muted">
          {known ? `${bytes(inspection.bytes)}. ` : ""}They will be read {reads}; your files are not changed.
        </p>
        {duplicates.length > 0 && <p>{many(duplicates.length, "file is", "files are")} already in the library.</p>}
        <LeftOut unknown={unknown} other={other} />
      </div>
    </div>
  );
}

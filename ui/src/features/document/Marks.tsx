// The marks over a page: where values stand, the chosen one, what an issue points at, hits of a search.
import type { Region } from "../../ipc";
import { sameField, type FieldKey, type Mark } from "./values";

interface Props {
  scale: number;
  marks: Mark[];
  chosen: Region[];
  shine: Region[];
  hits: Region[];
  field: FieldKey | null;
}

export function Marks({ scale, marks, chosen, shine, hits, field }: Props) {
  const box = ({ x, y, width, height }: Region) => ({
    left: x * scale - 1,
    top: y * scale - 1,
    width: width * scale + 2,
    height: height * scale + 2,
  });
  return (
    <div className="marks" aria-hidden="true">
      {marks
        .filter((mark) => !sameField(mark.key, field))
        .map((mark, index) => (
          <u key={index} className={`mark ${mark.state}`} data-path={mark.key.path} style={box(mark.region)} />
        ))}
      {hits.map((region, index) => (
        <u key={index} className="mark hit" style={box(region)} />
      ))}
      {shine.map((region, index) => (
        <u key={index} className="mark shine" style={box(region)} />
      ))}
      {chosen.map((region, index) => (
        <u key={index} className="mark chosen" data-path={field?.path} style={box(region)} />
      ))}
    </div>
  );
}

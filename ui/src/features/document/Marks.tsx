// The marks over a page: places of values, the selected one, places of issues, search hits.
import type { Region } from "../../ipc";
import type { Zone } from "./findings";
import { sameField, type FieldKey, type Mark } from "./values";

interface Props {
  scale: number;
  marks: Mark[];
  chosen: Region[];
  shine: Region[];
  hits: Region[];
  zones: Zone[];
  field: FieldKey | null;
}

export function Marks({ scale, marks, chosen, shine, hits, zones, field }: Props) {
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
      {zones.map(({ region, found }, index) => (
        <u key={index} className={found ? "mark zone" : "mark zone searched"} style={box(region)} />
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

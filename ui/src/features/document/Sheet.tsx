// One page on the screen: picture, marks and words in one rotated layer, and its pointer actions.
import { useQuery } from "@tanstack/react-query";
import { useRef, type PointerEvent } from "react";
import { queries, type PageView, type Region } from "../../ipc";
import { findField, regionsOf, takesWords, type Mark } from "./values";
import type { Zone } from "./findings";
import { inside, spotOnPaper, turnMatrix, type Spot } from "./geometry";
import type { Place } from "./layout";
import { Marks } from "./Marks";
import { PagePicture } from "./PagePicture";
import { PageText } from "./PageText";
import { nearestWord, ownerOf, run, wordAt } from "./picking";
import { useDesk } from "./stage";
import { WordLayer } from "./WordLayer";

const DRAG = 4;

interface Props {
  page: PageView;
  place: Place;
  scale: number;
  marks: Mark[];
  chosen: Region[];
  hits: Region[];
  zones: Zone[];
}

export function Sheet({ page, place, scale, marks, chosen, hits, zones }: Props) {
  const { view, stage } = useDesk();
  const id = view.row.document_id;
  const { data } = useQuery(queries.words(id, page.number));
  const words = data?.words ?? [];
  const own = marks.filter((mark) => mark.region.page === page.number);
  const pointer = usePointer(page, scale, words, own);
  const { rotation } = stage;
  const turn = {
    width: page.width * scale,
    height: page.height * scale,
    transform: turnMatrix(page, rotation, scale),
  };
  const here = (regions: Region[]) => regions.filter((region) => region.page === page.number);
  return (
    <div
      className="sheet"
      data-page={page.number}
      style={{ top: place.top, left: place.left, width: place.width, height: place.height }}
      {...pointer}
    >
      <div className="turn" style={turn}>
        <PagePicture document={id} page={page.number} width={page.width * scale} />
        <Marks
          scale={scale}
          marks={stage.marks ? own : []}
          chosen={here(chosen)}
          shine={here(stage.shine)}
          hits={here(hits)}
          zones={stage.marks ? zones.filter((zone) => zone.region.page === page.number) : []}
          field={stage.field}
        />
        <WordLayer words={words} page={page} scale={scale} pick={stage.pick?.page === page.number ? stage.pick : null} doubts={stage.doubts} />
      </div>
      {data !== undefined && <PageText number={page.number} words={data} />}
    </div>
  );
}

function usePointer(page: PageView, scale: number, words: Parameters<typeof wordAt>[0], marks: Mark[]) {
  const { view, stage, act } = useDesk();
  const drag = useRef<{ spot: Spot; x: number; y: number; moved: boolean } | null>(null);

  const onPaper = (event: PointerEvent<HTMLElement>): Spot => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const spot = { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
    return spotOnPaper(spot, page, stage.rotation, scale);
  };
  const click = (spot: Spot) => {
    const index = wordAt(words, spot);
    const taken = index !== null && takesWords(findField(view, stage.field), stage.editing);
    if (taken) return act({ do: "pick", pick: run(page.number, index, index) });
    const owner = index === null ? null : ownerOf(words, index);
    const key = owner ?? marks.find((mark) => inside(spot, mark.region, 1))?.key;
    if (key !== undefined) act({ do: "choose", field: key, regions: regionsOf(findField(view, key)) });
    else act({ do: "pick", pick: index === null ? null : run(page.number, index, index) });
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      // The browser's own selection would jump between distant words; it is set from the words instead.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      if (!stage.editing) event.currentTarget.closest<HTMLElement>(".pages")?.focus({ preventScroll: true });
      drag.current = { spot: onPaper(event), x: event.clientX, y: event.clientY, moved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const begun = drag.current;
      if (begun === null) return;
      begun.moved ||= Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > DRAG;
      if (!begun.moved) return;
      const from = nearestWord(words, begun.spot);
      const to = nearestWord(words, onPaper(event));
      if (from !== null && to !== null) act({ do: "pick", pick: run(page.number, from, to) });
    },
    onPointerUp: () => {
      const begun = drag.current;
      drag.current = null;
      if (begun !== null && !begun.moved) click(begun.spot);
    },
    onPointerCancel: () => {
      drag.current = null;
    },
  };
}

// The part of the page where a value stands, at reading size, with its place marked.
import type { PageView, Region, Rotation } from "../../ipc";
import { around, boxOnScreen, turnMatrix } from "./geometry";
import { PagePicture } from "./PagePicture";

/** Height of a line of print on the screen, in CSS pixels. */
const LINE = 17;
/** What fits beside each other in the narrowest inspector. */
const WIDTH = 290;
const MARGIN = 30;
const LEAST_HEIGHT = 74;
const MOST_HEIGHT = 132;

interface Props {
  document: string;
  page: PageView;
  regions: Region[];
  /** Whether the regions are the place of the value, and not only near it. */
  marked: boolean;
  rotation: Rotation;
}

export function Crop({ document, page, regions, marked, rotation }: Props) {
  const here = regions.filter((region) => region.page === page.number);
  const box = around(here);
  if (box === null) return null;
  const line = Math.max(4, ...here.map((region) => region.height));
  const scale = Math.max(1, Math.min(2.6, LINE / line, WIDTH / Math.max(1, box.width)));
  const spot = boxOnScreen(box, page, rotation, scale);
  const height = Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, spot.height + 2 * MARGIN));
  return (
    <div className="crop" style={{ height }} aria-hidden="true">
      <div className="crop-page" style={{ transform: `translate(${-spot.x - spot.width / 2}px, ${-spot.y - spot.height / 2}px)` }}>
        <div className="turn" style={{ width: page.width * scale, height: page.height * scale, transform: turnMatrix(page, rotation, scale) }}>
          <PagePicture document={document} page={page.number} width={page.width * scale} />
          <div className="marks">
            {marked &&
              here.map(({ x, y, width, height: tall }, at) => (
                <u
                  key={at}
                  className="mark chosen"
                  style={{ left: x * scale - 1, top: y * scale - 1, width: width * scale + 2, height: tall * scale + 2 }}
                />
              ))}
          </div>
        </div>
      </div>
    </div>
  );
}

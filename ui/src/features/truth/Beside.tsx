// A page of a document with what is entered about it beside it.
import { useState, type ReactNode } from "react";
import { pagePicture } from "../../ipc";
import { Btn } from "../../shared/Btn";

/** Of the picture, in pixels. */
const WIDTH = 1100;

interface Props {
  id: string;
  pages: number | null;
  children: ReactNode;
}

export function Beside({ id, pages, children }: Props) {
  const [page, setPage] = useState(1);
  return (
    <div className="beside">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <div className="paper" role="region" aria-label={`Page ${page}`} tabIndex={0}>
        <img src={pagePicture(id, page, WIDTH, 0)} alt={`Page ${page}`} />
      </div>
      <div className="entries">
        <div className="line">
          <Btn isDisabled={page <= 1} onPress={() => setPage(page - 1)}>
            Previous page
          </Btn>
          <span className="muted nowrap">{pages === null ? `Page ${page}` : `Page ${page} of ${pages}`}</span>
          <Btn isDisabled={pages !== null && page >= pages} onPress={() => setPage(page + 1)}>
            Next page
          </Btn>
        </div>
        {children}
      </div>
    </div>
  );
}

// The strip of page thumbnails beside the current page.
import { Thumb } from "../../shared/Thumb";
import { PageList } from "./PageList";
import { useDesk } from "./stage";

const STEP = 102;

export function Strip() {
  const { view } = useDesk();
  return (
    <PageList
      label="Pages"
      kind="strip"
      step={STEP}
      beyond={3}
      named={(page) => (page.label === null ? `Page ${page.number}` : `Page ${page.number}, ${page.label}`)}
    >
      {(page) => (
        <>
          <Thumb document={view.row.document_id} page={page.number} width={60} drawable className="p" />
          <span>{page.number}</span>
        </>
      )}
    </PageList>
  );
}

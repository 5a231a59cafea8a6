// The library: every document of the workspace in one table, with filters and actions.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { Input, SearchField } from "react-aria-components";
import { queries, type LibraryFilter, type Row, type State } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { useReadBy } from "../../shared/EngineChoice";
import { count } from "../../shared/format";
import { useKeys } from "../../shared/keys";
import { useNavigation } from "../../shared/route";
import { Trouble } from "../../shared/Trouble";
import { useVerbs } from "../../shared/verbs";
import { Actions } from "./Actions";
import { BatchBar } from "./BatchBar";
import { Filters } from "./Filters";
import { Grid } from "./Grid";
import { useHold } from "./hold";
import { idsOf, useHead, type Sort } from "./rows";
import { NOTHING, type Selection } from "./selection";
import "./library.css";

const IN_WORK: State[] = ["queued", "reading", "classifying", "extracting", "verifying"];

const everything = (trash: boolean): LibraryFilter => ({
  search: "",
  states: [],
  labels: [],
  years: [],
  cases: [],
  trash,
});

export function Library({ trash = false, wish }: { trash?: boolean; wish?: Partial<LibraryFilter> }) {
  const { go } = useNavigation();
  const verbs = useVerbs();
  const client = useQueryClient();
  const [chosen, setFilter] = useState<LibraryFilter>({ ...everything(trash), ...wish });
  const [sort, setSort] = useState<Sort>({ column: "received", descending: true });
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const search = useSettled(chosen.search, 200);
  const filter = useMemo(() => ({ ...chosen, search }), [chosen, search]);
  const head = useHead(filter, sort);
  const overview = useQuery(queries.overview());
  const { queued = 0, running = 0 } = overview.data?.counts ?? {};
  const { held, fresh, release, handlers } = useHold(filter, sort, head.data, queued + running > 0);
  const total = held?.total ?? head.data?.total ?? 0;
  const counts = head.data?.counts;

  // Another filter gives another list, in which the old positions mean nothing.
  const change = (next: LibraryFilter) => {
    setFilter(next);
    setSelection(NOTHING);
  };
  const open = (row: Row, index: number) => {
    if (row.state === "password") verbs.unlock({ id: row.document_id, name: row.file_name });
    else go({ screen: "document", id: row.document_id, among: { filter, sort, index, total } });
  };
  const idsInWork = () => idsOf(client, { ...everything(false), states: IN_WORK }, sort, 0, Infinity);
  const ids = useMemo(() => [...selection.ids], [selection.ids]);
  const nothingAtAll = overview.data?.counts.all === 0 && !trash && total === 0 && search === "";

  return (
    <>
      <Bar trash={trash} filter={chosen} onSearch={(text) => change({ ...chosen, search: text })} total={total} />
      {head.isError && (
        <div className="pad">
          <Trouble error={head.error} onRetry={() => void head.refetch()} />
        </div>
      )}
      {nothingAtAll ? (
        <Welcome />
      ) : (
        <>
          {!trash && <Filters filter={chosen} counts={counts} onChange={change} />}
          {!trash && <BatchBar idsInWork={idsInWork} />}
          <div className="panel table" {...handlers}>
            {!(trash && head.isSuccess && total === 0) && (
              <Grid
                label={trash ? "Trash" : "Documents"}
                filter={filter}
                sort={sort}
                total={total}
                held={held}
                stale={head.isPlaceholderData}
                selection={selection}
                onSelect={setSelection}
                onSort={(next) => {
                  setSort(next);
                  setSelection(NOTHING);
                }}
                onOpen={open}
              />
            )}
            {head.isSuccess && total === 0 && <NoMatch trash={trash} onClear={() => change(everything(trash))} />}
          </div>
          <Actions
            ids={ids}
            total={total}
            fresh={fresh}
            onRefresh={release}
            trash={trash}
            cases={(counts?.cases ?? []).map(({ name }) => name)}
            onDone={() => {
              setSelection((old) => ({ ...old, ids: new Set() }));
              release();
            }}
          />
        </>
      )}
    </>
  );
}

interface BarProps {
  trash: boolean;
  filter: LibraryFilter;
  total: number;
  onSearch: (text: string) => void;
}

function Bar({ trash, filter, total, onSearch }: BarProps) {
  const verbs = useVerbs();
  const field = useRef<HTMLInputElement>(null);
  useKeys(trash ? "Trash" : "Library", [
    { keys: "Mod+f /", label: "Search", run: () => field.current?.select(), whileTyping: false },
    ...(trash
      ? []
      : [
          { keys: "Mod+o", label: "Add files", run: verbs.addFiles, whileTyping: true },
          { keys: "Mod+Shift+o", label: "Add a folder", run: verbs.addFolder, whileTyping: true },
        ]),
  ]);
  return (
    <header className="bar">
      <h1>{trash ? "Trash" : "Library"}</h1>
      <SearchField
        className="search"
        aria-label="Search names and page text"
        value={filter.search}
        onChange={onSearch}
      >
        <Input ref={field} className="input" placeholder="Search names and page text" />
      </SearchField>
      <span className="unseen" role="status">
        {filter.search === "" ? "" : `${count(total)} found`}
      </span>
      <span className="grow" />
      {!trash && (
        <>
          <Btn isDisabled={total === 0} onPress={() => verbs.exportDocuments({ filter }, total, "library")}>
            Export…
          </Btn>
          <Btn onPress={verbs.addFolder}>Add folder…</Btn>
          <Btn kind="primary" cap="Mod+o" onPress={verbs.addFiles}>
            Add files…
          </Btn>
        </>
      )}
    </header>
  );
}

function Welcome() {
  const verbs = useVerbs();
  const reads = useReadBy(undefined);
  return (
    <div className="vacant">
      <h2>Drop PDFs, scans or a client’s folder here</h2>
      <p className="muted">
        Documents are read {reads}, classified and turned into forms. Every value links to its place on the page; anything
        that cannot be verified goes to you for review.
      </p>
      <div className="line">
        <Btn kind="primary" cap="Mod+o" onPress={verbs.addFiles}>
          Add files…
        </Btn>
        <Btn onPress={verbs.addFolder}>Add folder…</Btn>
        <Btn onPress={verbs.trySamples}>Try the sample documents</Btn>
      </div>
      <small>
        You can also paste paths. Press <kbd>?</kbd> for keyboard shortcuts.
      </small>
    </div>
  );
}

function NoMatch({ trash, onClear }: { trash: boolean; onClear: () => void }) {
  return (
    <div className="vacant over">
      <h2>{trash ? "The trash is empty" : "No matching documents"}</h2>
      {!trash && <Btn onPress={onClear}>Show all documents</Btn>}
    </div>
  );
}

/** The debounced value, so that a search begins when typing pauses. */
function useSettled<V>(value: V, wait: number): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}

// One document: the strip of its pages, the page itself, and the inspector.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useReducer } from "react";
import { queries, type DocumentView } from "../../ipc";
import { useKeys } from "../../shared/keys";
import { useNavigation, type Among } from "../../shared/route";
import { Trouble } from "../../shared/Trouble";
import { Canvas } from "./Canvas";
import { useEdits } from "./edits";
import { doubted, fillsForms, judged, type FieldKey } from "./values";
import { Header } from "./Header";
import { Inspector } from "./Inspector";
import { LiveContext, useLive } from "./live";
import { DeskContext, judgeNext, reduce, START, targetOf, type Desk } from "./stage";
import { Strip } from "./Strip";
import "./document.css";
import "./inspector.css";

interface Props {
  id: string;
  at?: FieldKey;
  among?: Among;
  queue?: readonly string[];
}

export function Document({ id, at, among, queue }: Props) {
  const { data, error, refetch } = useQuery(queries.document(id));
  if (error !== null) {
    return (
      <div className="screen pad">
        <Trouble error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return <div className="screen">{data === undefined ? <Waiting /> : <Desktop view={data} at={at} among={among} queue={queue} />}</div>;
}

/** Placeholder with the same layout, so that nothing moves when the document arrives. */
function Waiting() {
  return (
    <>
      <header className="bar" aria-busy="true">
        <span className="muted">Opening…</span>
      </header>
      <div className="doc">
        <div className="strip" />
        <div className="canvas" />
        <div className="insp" />
      </div>
    </>
  );
}

function Desktop({ view: given, at, among, queue }: Omit<Props, "id"> & { view: DocumentView }) {
  const view = useMemo(() => doubted(given), [given]);
  // Packs that fill no forms have nothing to show under the fields.
  const [stage, act] = useReducer(reduce, { ...START, tab: fillsForms(view) ? "fields" : "classification" });
  const edits = useEdits(view.row.document_id, act);
  const live = useLive(view.row.document_id);
  const desk: Desk = { view, among, queue, stage, act, edits };
  useDocumentKeys(desk);

  // A total of a case leads here with its field; a document to review opens at the first value to check. Shown once, when
  // the document has loaded.
  useEffect(() => {
    const [first] = view.row.state === "needs_review" ? judged(view) : [];
    const target = at ?? first;
    if (target !== undefined) act({ do: "choose", ...targetOf(view, target) });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only on arrival, not whenever the document changes
  }, [at]);

  return (
    <DeskContext value={desk}>
      <LiveContext value={live}>
        <Header among={among} queue={queue} />
        <div className="doc">
          <Strip />
          <Canvas />
          <Inspector />
        </div>
      </LiveContext>
    </DeskContext>
  );
}

function useDocumentKeys(desk: Desk): void {
  const { view, stage, act } = desk;
  const { back } = useNavigation();
  const last = view.pages.length;
  const turn = (page: number) => act({ do: "turn to", page: Math.min(last, Math.max(1, page)) });
  const leave = () => {
    if (stage.comparing) act({ do: "compare", on: false });
    else if (stage.finding) act({ do: "find", on: false });
    else if (stage.pick !== null || stage.field !== null || stage.ended) act({ do: "clear" });
    else back();
  };
  useKeys("Document", [
    { keys: "n", label: "Next value to check", run: () => judgeNext(desk, 1) },
    { keys: "Shift+n p", label: "Previous value to check", run: () => judgeNext(desk, -1) },
    { keys: "e", label: "Edit the selected value", run: () => act({ do: "edit", on: true }) },
    { keys: "Mod+f", label: "Find in document", run: () => act({ do: "find", on: true }), whileTyping: true },
    { keys: "Alt+PageDown", label: "Next page", run: () => turn(stage.page + 1) },
    { keys: "Alt+PageUp", label: "Previous page", run: () => turn(stage.page - 1) },
    { keys: "t", label: "Rotate the page", run: () => act({ do: "rotate", by: 90 }) },
    { keys: "m", label: "Show or hide the marks", run: () => act({ do: "marks" }) },
    { keys: "s", label: "Shade uncertain words", run: () => act({ do: "doubts" }) },
    { keys: "c", label: "Compare readings of the page", run: () => act({ do: "compare", on: !stage.comparing }) },
    { keys: "Escape", label: "Clear the selection, then go back", run: leave },
  ]);
}

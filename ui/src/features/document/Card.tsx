// The check card: one value in the center of the decision, with its words at reading size, why it is asked, what else
// it may be, and one key for each answer.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { queries, type FieldView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { confidence, many, pagesOf, shown } from "../../shared/format";
import { Cap, useKeys, type Key } from "../../shared/keys";
import { Dot } from "../../shared/states";
import { useAnswers, type Answers } from "./answers";
import { BoxValue, TextValue } from "./CardValue";
import { alternatives, beside, placesFor, reasons, type Alternative } from "./checking";
import { Crop } from "./Crop";
import { judgeNext, targetOf, useDesk } from "./stage";
import { findField, isOpen, judged, regionsOf, rowOf, sameField, type FieldKey } from "./values";
import { Why } from "./Why";
import "./card.css";

export function Card() {
  const { view, stage } = useDesk();
  const field = findField(view, stage.field);
  if (stage.field !== null && field !== null) return <ValueCard id={stage.field} field={field} />;
  return stage.ended ? <End /> : null;
}

/** After the last value: what is left, and how to accept. */
function End() {
  const desk = useDesk();
  const left = judged(desk.view).length;
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys of the document apply here
    <section ref={card} className="check-card" tabIndex={0} aria-label="Check card">
      <p role="status">
        <strong>{left === 0 ? "Every value is checked." : `That was the last value. ${many(left, "value is", "values are")} still open above.`}</strong>
      </p>
      {left > 0 && (
        <div className="line">
          <Btn cap="n" onPress={() => judgeNext(desk, 1)}>
            Go to the first
          </Btn>
        </div>
      )}
      <p className="muted">
        <Cap keys="a" /> accepts this document, <Cap keys="Shift+a" /> accepts it and opens the next.
      </p>
    </section>
  );
}

interface Props {
  id: FieldKey;
  field: FieldView;
}

function ValueCard({ id, field }: Props) {
  const { view, stage } = useDesk();
  const answers = useAnswers(id, field);
  const candidates = useCandidates(id, field);
  const choices = alternatives(view, id.form, field, candidates);
  const told = reasons(view, id.form, field);
  const open = judged(view);
  const at = open.findIndex((one) => sameField(one, id));
  const page = view.pages.find((one) => one.number === placesFor(view, id)[0]?.page);
  const number = view.forms.find((one) => one.id === id.form)?.number;
  const root = useCardFocus(id, stage.editing);
  const onKeyDown = useCardKeys(id, field, answers, choices.length);
  useAnswerKeys(field, answers, choices);
  return (
    // The card as a whole has the focus and handles the keys.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <section ref={root} className="check-card" tabIndex={0} aria-label={`Check card: ${spoken(field)}`} onKeyDown={onKeyDown}>
      <span className="unseen" role="status">
        {[spoken(field), told[0]].filter(Boolean).join(". ")}
      </span>
      <header className="line">
        <Dot state={field.state} />
        <strong className="clip grow" title={field.name}>
          {field.box !== null && <span className="muted">{field.box} </span>}
          {nameOf(view.forms.length, id, field, view)}
        </strong>
        {at >= 0 && (
          <span className="muted nowrap">
            {at + 1} of {open.length}
          </span>
        )}
      </header>
      {page !== undefined && (
        <Crop document={view.row.document_id} page={page} regions={placesFor(view, id)} marked={regionsOf(field).length > 0} rotation={stage.rotation} />
      )}
      <Reasons key={`reasons ${id.form} ${id.path}`} told={told} />
      {field.kind === "bool" && <BoxValue field={field} answers={answers} />}
      {field.kind !== "bool" && field.kind !== "list" && <TextValue key={`value ${id.form} ${id.path}`} field={field} id={id} answers={answers} />}
      <Choices name={field.name} choices={choices} answers={answers} />
      <Foot field={field} answers={answers} />
      {number !== undefined && <Why key={`why ${id.form} ${id.path}`} place={`forms[${number - 1}].${field.path}`} />}
    </section>
  );
}

/** With its row, and with its form where there are several. */
function nameOf(forms: number, { form, path }: FieldKey, field: FieldView, view: ReturnType<typeof useDesk>["view"]): string {
  const row = rowOf(path);
  const list = row === null ? null : findField(view, { form, path: row.list });
  const name = row === null || list === null ? field.name : `${list.name}, row ${row.row + 1}: ${field.name}`;
  const of = view.forms.find((one) => one.id === form);
  return forms < 2 || of === undefined ? name : `${name} · ${of.label}, ${pagesOf(of.first_page, of.last_page)}`;
}

/** The reason in one sentence; further causes are opened on request. */
function Reasons({ told }: { told: string[] }) {
  const [open, setOpen] = useState(false);
  const [first, ...more] = told;
  if (first === undefined) return null;
  return (
    <div className="reasons readable">
      <p>{first}</p>
      {open && more.map((one) => <p key={one}>{one}</p>)}
      {more.length > 0 && (
        <Btn kind="link" aria-expanded={open} onPress={() => setOpen(!open)}>
          {open ? "Show only the first" : `and ${more.length} more`}
        </Btn>
      )}
    </div>
  );
}

function Choices({ name, choices, answers }: { name: string; choices: Alternative[]; answers: Answers }) {
  const { act } = useDesk();
  if (choices.length === 0) return null;
  return (
    <div className="choices" role="group" aria-label={`Choices for ${name}`}>
      {choices.map((one, at) => (
        <Btn
          key={at}
          cap={String(at + 1)}
          onPress={() => answers.take(one)}
          onHoverStart={() => one.regions.length > 0 && act({ do: "show", regions: one.regions })}
        >
          <span className="grow">{one.value ?? "no value"}</span>
          <span className="muted">{one.who}</span>
        </Btn>
      ))}
    </div>
  );
}

function Foot({ field, answers }: { field: FieldView; answers: Answers }) {
  return (
    <div className="line wrap">
      {field.kind !== "list" && (
        <Btn kind="primary" cap="Enter" onPress={answers.enter}>
          {answers.changed ? "Save" : field.value === null ? "It is blank" : "It is right"}
        </Btn>
      )}
      <Btn kind="quiet" cap="Tab" onPress={answers.skip}>
        Next
      </Btn>
    </div>
  );
}

/** Said to screen readers when the card opens. */
function spoken(field: FieldView): string {
  const value = field.value === null ? "no value" : shown(field.kind, field.value);
  const sure = field.value === null || field.corrected ? "" : `confidence ${confidence(field.confidence)}`;
  return [field.box === null ? "" : `Box ${field.box}`, field.name, value, sure].filter(Boolean).join(", ");
}

/** The card has the focus while a value is chosen, unless the person works elsewhere. */
function useCardFocus({ form, path }: FieldKey, editing: boolean) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    if (editing) return;
    const active = document.activeElement;
    const free = active === null || active === document.body || active.closest(".insp") !== null;
    if (free) root.current?.focus({ preventScroll: true });
  }, [form, path, editing]);
  return root;
}

/** Keys that answer from the page, too. */
function useAnswerKeys(field: FieldView, answers: Answers, choices: Alternative[]): void {
  const { stage } = useDesk();
  const box: Key[] = [
    { keys: "y", label: "Yes", run: () => answers.tick(true) },
    { keys: "n", label: "No", run: () => answers.tick(false) },
  ];
  useKeys("Check card", [
    ...(field.kind === "list" ? [] : [{ keys: "Enter", label: stage.pick === null ? "The value is right" : `Use for ${field.name}`, run: answers.enter }]),
    ...choices.map((one, at) => ({ keys: String(at + 1), label: `Take ${one.value ?? "no value"} (${one.who})`, run: () => answers.take(one) })),
    ...(field.kind === "bool" ? box : []),
  ]);
}

/** Keys of the card itself: onward and back, and typing. In a text value letters are text, not commands. */
function useCardKeys(key: FieldKey, field: FieldView, answers: Answers, choices: number): (event: KeyboardEvent) => void {
  const desk = useDesk();
  const { view, stage, act } = desk;
  return (event) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key: pressed } = event;
    const line = { ArrowDown: 1, ArrowUp: -1 }[pressed] as 1 | -1 | undefined;
    const next = line === undefined ? null : beside(view, key, line);
    if (pressed === "Tab") {
      if (event.shiftKey) judgeNext(desk, -1);
      else answers.skip();
    } else if (next !== null) act({ do: "choose", ...targetOf(view, next) });
    else if (pressed === " " && field.kind === "bool") answers.tick(field.value !== "true");
    else if (stage.pick === null && begins(field, pressed, choices)) {
      act({ do: "draft", field: key, text: pressed.length === 1 ? pressed : "" });
      act({ do: "edit", on: true });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Whether a key begins to replace the value. */
function begins({ kind }: FieldView, pressed: string, choices: number): boolean {
  if (kind === "bool" || kind === "list") return false;
  if (/^[1-9]$/.test(pressed) && Number(pressed) <= choices) return false;
  if (pressed === "Backspace" || pressed === "Delete") return true;
  return pressed.length === 1 && (kind === "text" ? pressed !== " " && pressed !== "?" : /[\d$(.-]/.test(pressed));
}

/** Other values beside the caption, for a value in doubt. */
function useCandidates({ form, path }: FieldKey, field: FieldView): string[] {
  const { view } = useDesk();
  const number = view.forms.find((one) => one.id === form)?.number ?? 1;
  const wanted = isOpen(field) && !["text", "bool", "list"].includes(field.kind) && rowOf(path) === null;
  const query = queries.explanation(view.row.document_id, `forms[${number - 1}].${path}`);
  const { data } = useQuery({ ...query, enabled: wanted });
  const others = [...(view.forms.find((one) => one.id === form)?.groups ?? [])].flatMap(({ fields }) => fields).filter((one) => one.state === "proved");
  const taken = new Set(others.flatMap((one) => [one.raw, shown(one.kind, one.value)]));
  const valid = data?.copies.flatMap((copy) => copy.candidates).filter((one) => one.valid && !one.won && !taken.has(one.text)) ?? [];
  return wanted ? [...new Set(valid.toSorted((left, right) => right.weight - left.weight).map(({ text }) => text))] : [];
}

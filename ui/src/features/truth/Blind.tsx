// A second reviewer enters the type and the values of a document beside its pages, without seeing any value.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries, type BlankDocument, type TypedValue } from "../../ipc";
import { useActs } from "../../shared/acts";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { Choice, TextInput } from "../../shared/inputs";
import { attempt, sayDone } from "../../shared/messages";
import { Trouble } from "../../shared/Trouble";
import { Beside } from "./Beside";

const UNCHOSEN = "";
const ANSWERS = [
  { id: "", name: "not ticked" },
  { id: "yes", name: "ticked" },
] as const;

export function Blind({ id, onClose }: { id: string; onClose: () => void }) {
  const acts = useActs();
  const [label, setLabel] = useState(UNCHOSEN);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const { data, error } = useQuery(queries.blankDocument(id, null));
  const ofType = useQuery({ ...queries.blankDocument(id, label), enabled: label !== UNCHOSEN });
  const choose = (next: string) => {
    setLabel(next);
    setTexts({});
  };
  const save = async () => {
    await commands.saveSecondReview(id, label, typed(texts));
    const withdrawn = (state: boolean) => () => commands.withdrawSecondReview(id, state);
    acts.did({ change: { label: "reviewed a document blind", undo: withdrawn(true), redo: withdrawn(false) } });
    sayDone("Second review saved. Nothing settled has changed", () => acts.undo());
    onClose();
  };
  const footer = (
    <>
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" isDisabled={ofType.data === undefined} onPress={() => attempt(save())}>
        Save second review
      </Btn>
    </>
  );
  return (
    <Dialog title={data === undefined ? "Second review" : `Second review of ${data.file_name}`} onClose={onClose} footer={footer} wide alert>
      {(error ?? ofType.error) !== null && <Trouble error={error ?? ofType.error} />}
      <Beside id={id} pages={data?.pages ?? null}>
        <p className="muted">Enter what the page shows. The values of the first reviewer are hidden. Leave empty what is blank on the paper.</p>
        <Choice label="Type" value={label} options={[{ id: UNCHOSEN, name: "Choose a type" }, ...(data?.labels ?? []).map((name) => ({ id: name, name }))]} onChange={choose} />
        {ofType.data !== undefined && <Forms of={ofType.data} texts={texts} onChange={(place, text) => setTexts({ ...texts, [place]: text })} />}
      </Beside>
    </Dialog>
  );
}

interface FormsProps {
  of: BlankDocument;
  texts: Record<string, string>;
  onChange: (place: string, text: string) => void;
}

function Forms({ of, texts, onChange }: FormsProps) {
  return of.forms.map(({ label, first_page, fields }, form) => (
    <fieldset key={form}>
      <legend>
        {label}, page {first_page}
      </legend>
      {fields.map(({ name, title, kind }) => {
        const place = `${form}.${name}`;
        const shared = { label: title, value: texts[place] ?? "", onChange: (text: string) => onChange(place, text) };
        return kind === "bool" ? <Choice key={name} {...shared} options={[...ANSWERS]} /> : <TextInput key={name} {...shared} />;
      })}
    </fieldset>
  ));
}

function typed(texts: Record<string, string>): TypedValue[] {
  return Object.entries(texts).map(([place, text]) => {
    const [form = "0", ...field] = place.split(".");
    return { form: Number(form), field: field.join("."), text };
  });
}

// A third person sees what both reviewers entered beside the page, and chooses or types a third value for each difference.
import { useState } from "react";
import { commands, type Ruling, type SecondDifference, type SecondRow } from "../../ipc";
import { useActs } from "../../shared/acts";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { Choice, TextInput } from "../../shared/inputs";
import { attempt, sayDone } from "../../shared/messages";
import { Beside } from "./Beside";

type Side = "open" | "first" | "second" | "typed";

interface Answer {
  side: Side;
  text: string;
}

const OPEN: Answer = { side: "open", text: "" };

export function Adjudicate({ row, onClose }: { row: SecondRow; onClose: () => void }) {
  const acts = useActs();
  const [answers, setAnswers] = useState<Record<string, Answer>>({});
  const of = (path: string) => answers[path] ?? OPEN;
  const left = row.differences.filter(({ path }) => of(path).side === "open").length;
  const save = async () => {
    const rulings = Object.fromEntries(row.differences.map(({ path }) => [path, ruling(of(path))]));
    await commands.adjudicate(row.document_id, rulings);
    acts.did({ document: row.document_id });
    sayDone(`Adjudicated ${row.file_name}`, () => acts.undo());
    onClose();
  };
  const footer = (
    <>
      <span className="muted">{left === 0 ? "The document will be settled anew." : `${left} to decide`}</span>
      <span className="grow" />
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" isDisabled={left > 0} onPress={() => attempt(save())}>
        Settle
      </Btn>
    </>
  );
  return (
    <Dialog title={`Adjudicate ${row.file_name}`} onClose={onClose} footer={footer} wide alert>
      <Beside id={row.document_id} pages={null}>
        <p className="muted">
          {row.first} and {row.second} differ. A third person decides, or both together under both names, as entered in Settings.
        </p>
        {row.differences.map((difference) => (
          <Difference
            key={difference.path}
            of={difference}
            row={row}
            answer={of(difference.path)}
            onChange={(answer) => setAnswers({ ...answers, [difference.path]: answer })}
          />
        ))}
      </Beside>
    </Dialog>
  );
}

interface DifferenceProps {
  of: SecondDifference;
  row: SecondRow;
  answer: Answer;
  onChange: (answer: Answer) => void;
}

function Difference({ of, row, answer, onChange }: DifferenceProps) {
  const options: { id: Side; name: string }[] = [
    { id: "open", name: "Choose a value" },
    { id: "first", name: `${row.first}: ${of.first}` },
    { id: "second", name: `${row.second ?? "Second reviewer"}: ${of.second}` },
    { id: "typed", name: "Another value" },
  ];
  return (
    <>
      <Choice label={of.title} value={answer.side} options={options} onChange={(side) => onChange({ ...answer, side })} />
      {answer.side === "typed" && <TextInput label={`${of.title}: another value`} value={answer.text} onChange={(text) => onChange({ ...answer, text })} autoFocus />}
    </>
  );
}

function ruling({ side, text }: Answer): Ruling {
  if (side === "typed") return { typed: text };
  return side === "first" ? "first" : "second";
}

// Two whole numbers that are changed together, such as the share of a sample and its limit.
import { useState } from "react";
import { Btn } from "../../shared/Btn";
import { TextInput } from "../../shared/inputs";

interface NumberInput {
  label: string;
  value: number;
  /** The number, or null with a reason. */
  read: (text: string) => { number: number } | { fault: string };
}

interface Props {
  first: NumberInput;
  second: NumberInput;
  onSave: (numbers: [number, number]) => void;
}

/** Reads a whole number from 0 to `most`. */
export function wholeNumber(most: number): NumberInput["read"] {
  return (text) => {
    const is = /^\d{1,9}$/.test(text.trim()) && Number(text) <= most;
    return is ? { number: Number(text) } : { fault: `Enter a whole number from 0 to ${most}.` };
  };
}

export function RulesForm({ first, second, onSave }: Props) {
  const [one, setOne] = useState(String(first.value));
  const [two, setTwo] = useState(String(second.value));
  const [left, right] = [first.read(one), second.read(two)];
  return (
    <form
      className="audit-rules"
      onSubmit={(event) => {
        event.preventDefault();
        if ("number" in left && "number" in right) onSave([left.number, right.number]);
      }}
    >
      <TextInput label={first.label} value={one} onChange={setOne} fault={"fault" in left ? left.fault : null} autoFocus />
      <TextInput label={second.label} value={two} onChange={setTwo} fault={"fault" in right ? right.fault : null} />
      <Btn kind="primary" type="submit" isDisabled={"fault" in left || "fault" in right}>
        Save
      </Btn>
    </form>
  );
}

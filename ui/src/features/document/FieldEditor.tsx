// Editing one value in its place: checked as one types, Enter saves, Escape restores.
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { commands, type FieldView, type ValueCheck } from "../../ipc";
import { complain } from "../../shared/messages";
import { useDesk } from "./stage";

const REST = 150;

export function FieldEditor({ form, field }: { form: string; field: FieldView }) {
  const { act, edits } = useDesk();
  const [text, setText] = useState(field.raw ?? field.value ?? "");
  const [working, setWorking] = useState(false);
  const check = useCheck(form, field.path, text);
  const id = useId();
  const fault = check?.fault ?? null;

  const save = async (value: string) => {
    if (working) return;
    setWorking(true);
    const saved = await edits.type({ form, path: field.path }, value);
    setWorking(false);
    if (saved) act({ do: "edit", on: false });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && fault === null) void save(text);
    else if (event.key === "Escape") act({ do: "edit", on: false });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (field.kind === "bool") {
    return (
      <select
        className="edit"
        autoFocus
        aria-label={field.name}
        defaultValue={field.value ?? ""}
        onChange={(event) => void save(event.target.value)}
        onBlur={() => act({ do: "edit", on: false })}
        onKeyDown={(event) => event.key === "Escape" && onKeyDown(event)}
      >
        <option value="">no value</option>
        <option value="true">yes</option>
        <option value="false">no</option>
      </select>
    );
  }
  return (
    <span className="edit-room">
      <input
        className="edit"
        autoFocus
        aria-label={field.name}
        aria-invalid={fault !== null}
        aria-describedby={id}
        value={text}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => !working && act({ do: "edit", on: false })}
      />
      <span id={id} className={fault === null ? "edit-note" : "edit-note fault"} role="status">
        {fault ?? note(check, text)}
      </span>
    </span>
  );
}

function note(check: ValueCheck | null, text: string): string {
  if (text.trim() === "") return "Enter saves it as empty";
  if (check === null) return "";
  return check.value !== null && check.value !== text ? `Saved as ${check.value}` : "Enter saves, Esc restores";
}

/** What the program says of the text once the typing rests. */
function useCheck(form: string, path: string, text: string): ValueCheck | null {
  const { view } = useDesk();
  const id = view.row.document_id;
  const [check, setCheck] = useState<ValueCheck | null>(null);
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      if (text.trim() === "") return setCheck(null);
      commands.checkValue(id, form, path, text).then((found) => !stale && setCheck(found), complain);
    }, REST);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [id, form, path, text]);
  return check;
}

// Edits one value in place: checked while typing, filled by words picked on the page; Enter saves, Escape restores.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { commands, queries, type FieldView, type ValueCheck } from "../../ipc";
import { complain } from "../../shared/messages";
import { textOf } from "./picking";
import { useDesk } from "./stage";

const REST = 150;

interface Props {
  form: string;
  field: FieldView;
}

export function FieldEditor({ form, field }: Props) {
  return field.kind === "bool" ? <BoxEditor form={form} field={field} /> : <TextEditor form={form} field={field} />;
}

/** Leaving the editor by Escape discards the words picked for it. */
function useLeave(): () => void {
  const { act } = useDesk();
  return () => {
    act({ do: "pick", pick: null });
    act({ do: "edit", on: false });
  };
}

function TextEditor({ form, field }: Props) {
  const { stage, act, edits } = useDesk();
  const { pick } = stage;
  const picked = usePicked();
  const leave = useLeave();
  // Null until something is typed.
  const [draft, setDraft] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const before = field.raw ?? field.value ?? "";
  const text = picked ?? draft ?? before;
  const untouched = pick === null && draft === null;
  const check = useCheck(form, field.path, text);
  const id = useId();
  const fault = check?.fault ?? null;

  const save = async () => {
    if (working) return;
    if (untouched && text.trim() === "") return leave();
    setWorking(true);
    const key = { form, path: field.path };
    await (pick === null ? edits.type(key, text) : edits.assign(key, pick));
    setWorking(false);
  };
  const type = (value: string) => {
    setDraft(value);
    if (pick !== null) act({ do: "pick", pick: null });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A blank can be confirmed by emptying it once more.
    if (text === "" && (event.key === "Backspace" || event.key === "Delete")) return type("");
    if (event.key === "Enter" && fault === null) void save();
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

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
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => !working && act({ do: "edit", on: false })}
      />
      <span id={id} className={fault === null ? "edit-note" : "edit-note fault"} role="status">
        {fault ?? note(check, text, untouched)}
      </span>
    </span>
  );
}

/** A check box: Y and N answer at once. The focus moves on with the answer, without waiting for the save. */
function BoxEditor({ form, field }: Props) {
  const { stage, act, edits } = useDesk();
  const leave = useLeave();
  const key = { form, path: field.path };
  const answer = (value: string) => {
    act({ do: "edit", on: false });
    void edits.type(key, value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = event.key.toLowerCase();
    if (pressed === "y") answer("true");
    else if (pressed === "n") answer("false");
    else if (event.key === "Escape") leave();
    else if (event.key === "Enter" && stage.pick !== null) void edits.assign(key, stage.pick);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <select
      className="edit"
      autoFocus
      aria-label={field.name}
      defaultValue={field.value ?? ""}
      onChange={(event) => answer(event.target.value)}
      onBlur={() => act({ do: "edit", on: false })}
      onKeyDown={onKeyDown}
    >
      <option value="">no value</option>
      <option value="true">yes</option>
      <option value="false">no</option>
    </select>
  );
}

function note(check: ValueCheck | null, text: string, untouched: boolean): string {
  if (text.trim() === "") return untouched ? "Type, or click words on the page" : "Enter saves it as blank";
  if (check === null) return "";
  return check.value !== null && check.value !== text ? `Saved as ${check.value}` : "Enter saves, Esc restores";
}

/** The text of the words picked on the page. */
function usePicked(): string | null {
  const { view, stage } = useDesk();
  const { pick } = stage;
  const { data } = useQuery({ ...queries.words(view.row.document_id, pick?.page ?? 1), enabled: pick !== null });
  return pick === null || data === undefined ? null : textOf(data.words, pick);
}

/** The program's check of the text, once typing pauses. */
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

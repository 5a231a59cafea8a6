// The value on the check card: text that is checked while it is typed or filled by words picked on the page, or the two
// answers of a check box.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { commands, queries, type FieldView, type ValueCheck } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { shown } from "../../shared/format";
import { complain } from "../../shared/messages";
import { textOf } from "./picking";
import { draftOf, useDesk } from "./stage";
import type { Answers } from "./answers";
import type { FieldKey } from "./values";

const REST = 150;

interface Props {
  field: FieldView;
  id: FieldKey;
  answers: Answers;
}

export function BoxValue({ field, answers }: Omit<Props, "id">) {
  return (
    <div className="line" role="group" aria-label={field.name}>
      <Btn cap="y" kind={field.value === "true" ? "primary" : undefined} onPress={() => answers.tick(true)}>
        Yes
      </Btn>
      <Btn cap="n" kind={field.value === "false" ? "primary" : undefined} onPress={() => answers.tick(false)}>
        No
      </Btn>
      <span className="muted">{field.value === null ? "no value" : ""}</span>
    </div>
  );
}

export function TextValue({ field, id: key, answers }: Props) {
  const { stage, act } = useDesk();
  const { pick, editing } = stage;
  const draft = stage.drafts[draftOf(key)];
  const picked = usePicked();
  const standing = shown(field.kind, field.raw ?? field.value);
  const text = picked ?? draft ?? standing;
  const untouched = pick === null && draft === undefined;
  const check = useCheck(key, untouched ? "" : text);
  const fault = check?.fault ?? null;
  const [working, setWorking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const note = useId();

  // Whoever begins with a letter goes on behind it; whoever opens the field replaces what is in it.
  const begun = useRef(draft);
  useEffect(() => {
    if (!editing) return;
    input.current?.focus();
    if (begun.current === undefined && draft === undefined) input.current?.select();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when editing begins
  }, [editing, key.path, key.form]);

  const type = (value: string) => {
    act({ do: "draft", field: key, text: value });
    if (pick !== null) act({ do: "pick", pick: null });
  };
  const restore = () => {
    act({ do: "pick", pick: null });
    act({ do: "draft", field: key, text: null });
    act({ do: "edit", on: false });
  };
  const save = async () => {
    if (working || fault !== null) return;
    if (untouched) return answers.enter();
    setWorking(true);
    await answers.save(text);
    setWorking(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A blank can be confirmed by emptying it once more.
    if (text === "" && (event.key === "Backspace" || event.key === "Delete")) return type("");
    if (event.key === "Enter") void save();
    else if (event.key === "Tab" && !event.shiftKey && !untouched) void save();
    else if (event.key === "Tab" && !event.shiftKey) answers.skip();
    else if (event.key === "Escape") restore();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <span className="card-value" data-field={field.path}>
      <input
        ref={input}
        className="input"
        aria-label={field.name}
        aria-invalid={fault !== null}
        aria-describedby={note}
        value={text}
        placeholder="blank"
        tabIndex={editing ? 0 : -1}
        spellCheck={false}
        onFocus={() => !editing && act({ do: "edit", on: true })}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => act({ do: "edit", on: false })}
      />
      <span id={note} className={fault === null ? "edit-note hint" : "edit-note fault"} role="status">
        {fault ?? advice(check, text, untouched)}
      </span>
    </span>
  );
}

function advice(check: ValueCheck | null, text: string, untouched: boolean): string {
  if (untouched) return text === "" ? "Type it, or click the words on the page" : "";
  if (text.trim() === "") return "Enter saves it as blank";
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
function useCheck({ form, path }: FieldKey, text: string): ValueCheck | null {
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

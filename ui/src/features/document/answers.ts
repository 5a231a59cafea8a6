// What a person answers to the value on the check card; the next value below follows. Answers that need no check of
// what was typed go on at once and return only if they are refused.
import type { FieldView } from "../../ipc";
import { below, restOfRow, type Alternative } from "./checking";
import { draftOf, targetOf, useDesk } from "./stage";
import { isOpen, type FieldKey } from "./values";

export interface Answers {
  /** Saves what was typed or picked; without that, the value is right as it is. */
  enter: () => void;
  /** Whether something was typed or picked. */
  changed: boolean;
  take: (one: Alternative) => void;
  tick: (yes: boolean) => void;
  /** Saves what was typed, or the words picked on the page. */
  save: (text: string) => Promise<void>;
  /** Goes to the next value to check without an answer. */
  skip: () => void;
}

export function useAnswers(key: FieldKey, field: FieldView): Answers {
  const { view, stage, act, edits } = useDesk();
  const onward = () => {
    const next = restOfRow(view, key) ?? below(view, key);
    act({ do: "answered", field: key, next: next === null ? null : targetOf(view, next) });
  };
  const atOnce = (work: Promise<boolean>) => {
    act({ do: "draft", field: key, text: null });
    onward();
    void work.then((saved) => !saved && act({ do: "choose", ...targetOf(view, key) }));
  };
  const { pick } = stage;
  const draft = stage.drafts[draftOf(key)];
  const changed = pick !== null || draft !== undefined;
  const save = async (text: string) => {
    if (!(await (pick === null ? edits.type(key, text) : edits.assign(key, pick)))) return;
    act({ do: "draft", field: key, text: null });
    onward();
  };
  const confirm = () => {
    if (field.value === null && !isOpen(field)) onward();
    else atOnce(edits.type(key, field.raw ?? field.value ?? ""));
  };
  return {
    changed,
    enter: () => (changed ? void save(draft ?? "") : confirm()),
    take: ({ take }) => atOnce("issue" in take ? edits.pick(take.issue, take.which) : edits.type(key, take.printed, true)),
    tick: (yes) => atOnce(edits.type(key, String(yes))),
    save,
    skip: onward,
  };
}

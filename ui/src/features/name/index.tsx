// Asks once for the reviewer's name, which history, register and ground truth record.
import { useCallback, useMemo, useRef, useState } from "react";
import { commands, type Overview, type Preferences } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { TextInput } from "../../shared/inputs";
import { attempt } from "../../shared/messages";

interface Question {
  preferences: Preferences;
  /** Continues with what the person was about to do. */
  then: () => void;
}

export function useNaming(overview: Overview | undefined) {
  const [question, setQuestion] = useState<Question | null>(null);
  const asked = useRef(false);
  const preferences = overview?.preferences;
  const signed = useCallback(
    () =>
      new Promise<void>((resolve) => {
        if (asked.current || preferences === undefined || preferences.reviewer !== null) return resolve();
        asked.current = true;
        setQuestion({
          preferences,
          then: () => {
            setQuestion(null);
            resolve();
          },
        });
      }),
    [preferences],
  );
  const verbs = useMemo(() => ({ signed }), [signed]);
  return { question, verbs };
}

export function Naming({ state: { question } }: { state: ReturnType<typeof useNaming> }) {
  return question === null ? null : <NameSheet question={question} />;
}

function NameSheet({ question: { preferences, then } }: { question: Question }) {
  const [name, setName] = useState("");
  const given = name.trim();
  const save = () => attempt(commands.setPreferences({ ...preferences, reviewer: given }).finally(then));
  const footer = (
    <>
      <Btn onPress={then}>Not now</Btn>
      <Btn kind="primary" isDisabled={given === ""} onPress={save}>
        Save
      </Btn>
    </>
  );
  return (
    <Dialog title="Who is reviewing?" onClose={then} footer={footer}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (given !== "") save();
        }}
      >
        <TextInput
          label="Your name"
          value={name}
          onChange={setName}
          autoFocus
          hint="Recorded with your corrections and decisions, in the history and in exports. You can change it in Settings."
        />
      </form>
    </Dialog>
  );
}

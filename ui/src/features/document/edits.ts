// Corrections: typed or picked from the page, undone and redone. The program keeps them; here they are shown at once.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, type Dispatch } from "react";
import { commands, queries, type Correction, type Corrected, type DocumentView } from "../../ipc";
import { complain, say } from "../../shared/messages";
import { regionsOf, withField, type FieldKey } from "./fields";
import type { Act, Edits } from "./stage";

export function useEdits(id: string, act: Dispatch<Act>): Edits {
  const client = useQueryClient();
  return useMemo(() => {
    const { queryKey } = queries.document(id);

    const show = (form: string | null, { field }: Corrected) => {
      if (form !== null && field !== null) {
        client.setQueryData<DocumentView>(queryKey, (old) => old && withField(old, form, field));
        act({ do: "choose", field: { form, path: field.path }, regions: regionsOf(field) });
      }
      void client.invalidateQueries({ queryKey: ["document", id] });
      void client.invalidateQueries({ queryKey: ["words", id] });
    };
    const correct = async (key: FieldKey, by: Correction) => {
      try {
        show(key.form, await commands.correct(id, key.form, key.path, by));
        return true;
      } catch (error) {
        complain(error);
        return false;
      }
    };
    const step = async (work: Promise<Corrected>, nothing: string) => {
      try {
        const done = await work;
        if (done.change === null) say(nothing);
        else show(done.change.form, done);
      } catch (error) {
        complain(error);
      }
    };
    return {
      type: (key, text) => correct(key, { text }),
      assign: (key, { page, from, to }) => correct(key, { words: { page, from, to } }),
      undo: () => void step(commands.undo(id), "Nothing to undo"),
      redo: () => void step(commands.redo(id), "Nothing to redo"),
    };
  }, [client, id, act]);
}

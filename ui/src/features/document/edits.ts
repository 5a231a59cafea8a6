// Corrections: typed or picked from the page, undone and redone. The program stores them; here they are shown at once.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, type Dispatch } from "react";
import { commands, queries, type Corrected, type DocumentView, type Edit } from "../../ipc";
import { useActs } from "../../shared/acts";
import { complain } from "../../shared/messages";
import { useVerbs } from "../../shared/verbs";
import { regionsOf, withField, type FieldKey } from "./values";
import type { Act, Edits } from "./stage";

/** What happens to the field in the window: it is selected, or was saved. */
type How = "choose" | "saved";

export function useEdits(id: string, act: Dispatch<Act>): Edits {
  const client = useQueryClient();
  const acts = useActs();
  const { signed } = useVerbs();
  const { refresh, show } = useMemo(() => {
    const { queryKey } = queries.document(id);
    const refresh = () => {
      for (const key of ["document", "words", "packet"]) void client.invalidateQueries({ queryKey: [key, id] });
    };
    const show = ({ form, field, change, can_undo, can_redo }: Corrected, how: How = "choose", path = change.path) => {
      client.setQueryData<DocumentView>(queryKey, (old) => old && { ...withField(old, form, field), can_undo, can_redo });
      // In a list, the intended cell, if it now exists.
      const target = field.cells.find((cell) => cell.path === path) ?? field;
      act({ do: how, field: { form, path: target.path }, regions: regionsOf(target) });
      refresh();
    };
    return { refresh, show };
  }, [client, id, act]);

  useEffect(
    () =>
      acts.listen((document, { corrected }) => {
        if (document !== id) return;
        if (corrected !== null) show(corrected);
        else refresh();
      }),
    [acts, id, refresh, show],
  );

  return useMemo(() => {
    const through = async (work: () => Promise<Corrected>, path?: string, how?: How) => {
      try {
        await signed();
        const corrected = await work();
        acts.did({ document: id });
        show(corrected, how, path);
        return true;
      } catch (error) {
        complain(error);
        return false;
      }
    };
    const correct = (key: FieldKey, by: Edit, how?: How) =>
      through(() => commands.correct(id, key.form, key.path, by), key.path, how);
    return {
      type: (key, text, printed = false) => correct(key, printed ? { printed: text } : { text }, "saved"),
      removeRow: (key) => through(() => commands.removeRow(id, key.form, key.path)),
      assign: (key, { page, from, to }) => correct(key, { words: { page, from, to: to + 1 } }, "saved"),
      accept: (proposal) => through(() => commands.acceptProposal(id, proposal)),
      pick: (issue, which) => through(() => commands.pickReading(id, issue, which), undefined, "saved"),
      pickList: (key, which) => through(() => commands.pickList(id, key.form, key.path, which)),
      undo: () => acts.undo(id),
      redo: () => acts.redo(id),
    };
  }, [id, acts, signed, show]);
}

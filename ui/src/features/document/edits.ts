// Corrections: typed or picked from the page, undone and redone. The program keeps them; here they are shown at once.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, type Dispatch } from "react";
import { commands, queries, type Corrected, type DocumentView, type Edit } from "../../ipc";
import { complain } from "../../shared/messages";
import { regionsOf, withField, type FieldKey } from "./values";
import type { Act, Edits } from "./stage";

export function useEdits(id: string, act: Dispatch<Act>): Edits {
  const client = useQueryClient();
  return useMemo(() => {
    const { queryKey } = queries.document(id);

    const show = ({ form, field, change, can_undo, can_redo }: Corrected, how: "choose" | "saved", path = change.path) => {
      client.setQueryData<DocumentView>(queryKey, (old) => old && { ...withField(old, form, field), can_undo, can_redo });
      // Of a list the cell that was meant, if it is there now.
      const target = field.cells.find((cell) => cell.path === path) ?? field;
      act({ do: how, field: { form, path: target.path }, regions: regionsOf(target) });
      void client.invalidateQueries({ queryKey: ["document", id] });
      void client.invalidateQueries({ queryKey: ["words", id] });
    };
    const through = async (work: Promise<Corrected>, path?: string, how: "choose" | "saved" = "choose") => {
      try {
        show(await work, how, path);
        return true;
      } catch (error) {
        complain(error);
        return false;
      }
    };
    const correct = (key: FieldKey, by: Edit, how?: "saved") => through(commands.correct(id, key.form, key.path, by), key.path, how);
    return {
      type: (key, text) => correct(key, { text }, "saved"),
      removeRow: (key) => through(commands.removeRow(id, key.form, key.path)),
      assign: (key, { page, from, to }) => correct(key, { words: { page, from, to: to + 1 } }),
      accept: (proposal) => through(commands.acceptProposal(id, proposal)),
      pick: (issue, which) => through(commands.pickReading(id, issue, which)),
      pickList: (key, which) => through(commands.pickList(id, key.form, key.path, which)),
      undo: () => void through(commands.undo(id)),
      redo: () => void through(commands.redo(id)),
    };
  }, [client, id, act]);
}

// Corrects the label of the document, of a part of it or of a page. The program works out what follows.
import { useQueryClient } from "@tanstack/react-query";
import { commands, troubleOf } from "../../ipc";
import { useActs } from "../../shared/acts";
import { complain, say } from "../../shared/messages";
import { useVerbs } from "../../shared/verbs";
import { useDesk } from "./stage";

/** `onRefused` receives the reason where the form shows it itself. */
export type Relabel = (path: string, value: string, onRefused?: (reason: string) => void) => void;

export function useRelabel(): Relabel {
  const save = useRelabeling();
  return (path, value, onRefused) => void save(path, value, onRefused);
}

/** Resolves to whether it was saved. */
export function useRelabeling(): (...change: Parameters<Relabel>) => Promise<boolean> {
  const { view } = useDesk();
  const client = useQueryClient();
  const acts = useActs();
  const { signed } = useVerbs();
  const id = view.row.document_id;
  return async (path, value, onRefused) => {
    try {
      await signed();
      await commands.relabel(id, path, value);
    } catch (error) {
      if (onRefused === undefined) complain(error);
      else onRefused(troubleOf(error).message);
      return false;
    }
    acts.did({ document: id });
    for (const key of ["document", "packet"]) void client.invalidateQueries({ queryKey: [key, id] });
    say("Saved");
    return true;
  };
}

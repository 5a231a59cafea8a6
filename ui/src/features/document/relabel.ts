// Putting right what the document, a part of it or one of its pages is. What follows from it is worked out by the program.
import { useQueryClient } from "@tanstack/react-query";
import { commands } from "../../ipc";
import { attempt, say } from "../../shared/messages";
import { useDesk } from "./stage";

export type Relabel = (path: string, value: string) => void;

export function useRelabel(): Relabel {
  const { view } = useDesk();
  const client = useQueryClient();
  const id = view.row.document_id;
  return (path, value) =>
    attempt(
      commands.relabel(id, path, value).then(() => {
        for (const key of ["document", "packet"]) void client.invalidateQueries({ queryKey: [key, id] });
        say("Put right");
      }),
    );
}

// Known prints: what settled papers taught about others that are printed alike. Each can be forgotten, and all at once.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { commands, queries, type PrintView } from "../../ipc";
import { useActs } from "../../shared/acts";
import { Btn } from "../../shared/Btn";
import { many, when } from "../../shared/format";
import { attempt, sayDone } from "../../shared/messages";

export function Prints() {
  const client = useQueryClient();
  const acts = useActs();
  const { data: prints = [] } = useQuery(queries.prints());
  const forget = async (ids: string[]) => {
    const { changed } = await commands.forgetPrints(ids);
    await client.invalidateQueries({ queryKey: queries.prints().queryKey });
    if (changed === 0) return;
    acts.did({ forgotten: ids });
    sayDone(`Forgot ${many(changed, "known print")}`, () => acts.undo());
  };
  return (
    <section aria-labelledby="prints">
      <h2 id="prints">Known prints</h2>
      <p className="muted readable">
        Forms that you accept or correct teach where their print has its values; the next paper of that print is read by
        these places too. Kept are printed words and places, no values.
      </p>
      {prints.length === 0 ? (
        <p>No print is known yet.</p>
      ) : (
        <>
          <table className="plain">
            <thead>
              <tr>
                <th>Form</th>
                <th>Settled papers</th>
                <th>Fields</th>
                <th>Used</th>
                <th>Changed</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {prints.map((print) => (
                <Print key={print.id} print={print} onForget={() => attempt(forget([print.id]))} />
              ))}
            </tbody>
          </table>
          <div className="line">
            <Btn onPress={() => attempt(forget(prints.map(({ id }) => id)))}>Forget all</Btn>
          </div>
        </>
      )}
    </section>
  );
}

function Print({ print, onForget }: { print: PrintView; onForget: () => void }) {
  const { label, papers, fields, held_back, changed_at } = print;
  return (
    <tr>
      <td>{label}</td>
      <td>{papers}</td>
      <td>{fields}</td>
      <td>{held_back === null ? "yes" : `no: ${held_back}`}</td>
      <td className="muted">{when(changed_at)}</td>
      <td>
        <Btn kind="link" aria-label={`Forget the print of ${label} learned ${when(changed_at)}`} onPress={onForget}>
          Forget
        </Btn>
      </td>
    </tr>
  );
}

// The totals of one label and year. Each opens to the values behind it, and each value leads to its place on the page.
import { Fragment, useState } from "react";
import type { CaseTotal } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { count, many, money } from "../../shared/format";
import { useNavigation } from "../../shared/route";
import { counts, instead } from "./counting";

export function LabelTotals({ totals }: { totals: CaseTotal[] }) {
  const { go } = useNavigation();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>Box</th>
          <th>Amount</th>
          <th className="num">Total</th>
          <th>From</th>
        </tr>
      </thead>
      <tbody>
        {totals.map((total) => {
          const shown = open === total.field;
          return (
            <Fragment key={total.field}>
              <tr>
                <td className="muted">{total.box ?? ""}</td>
                <td>{total.name}</td>
                <td className="num readable">{money(total.total)}</td>
                <td>
                  <Btn kind="link" aria-expanded={shown} onPress={() => setOpen(shown ? null : total.field)}>
                    {many(total.documents.filter(counts).length, "value")} {shown ? "▾" : "▸"}
                  </Btn>
                  {total.unsettled > 0 && (
                    <small className="open-sum">{count(total.unsettled)} not yet accepted</small>
                  )}
                </td>
              </tr>
              {shown &&
                total.documents.map((one) => (
                  <tr key={one.document_id + one.form} className="behind">
                    <td />
                    <td className="muted">
                      {one.issuer !== null && `${one.issuer} · `}
                      {one.file_name}
                      {instead(one) ?? (one.accepted ? "" : " · not yet accepted")}
                    </td>
                    <td className={counts(one) ? "num" : "num muted"}>{counts(one) ? money(one.value) : "–"}</td>
                    <td>
                      <Btn
                        kind="link"
                        onPress={() =>
                          go({ screen: "document", id: one.document_id, at: { form: one.form, path: total.field } })
                        }
                      >
                        Show on the page
                      </Btn>
                    </td>
                  </tr>
                ))}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

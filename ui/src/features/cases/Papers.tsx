// The papers of a case: those that last year had and this year lacks, and the state of each document with its forms.
import type { CaseDocument, CaseForm, MissingPaper } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { many } from "../../shared/format";
import { useNavigation } from "../../shared/route";
import { StateChip } from "../../shared/states";
import { instead } from "./counting";

export function Missing({ missing }: { missing: MissingPaper[] }) {
  const { go } = useNavigation();
  const [first] = missing;
  if (first === undefined) return null;
  return (
    <section aria-label="Missing papers">
      <h2>
        {many(missing.length, "paper")} of {first.year - 1} not found for {first.year}
      </h2>
      <ul className="missing">
        {missing.map(({ label, issuer, document_id, file_name }) => (
          <li key={document_id + label + issuer}>
            <b>{label}</b> {issuer !== null && `from ${issuer} `}
            <Btn kind="link" onPress={() => go({ screen: "document", id: document_id })}>
              Last year: {file_name}
            </Btn>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Papers({ documents }: { documents: CaseDocument[] }) {
  const { go } = useNavigation();
  const open = documents.filter(({ state }) => state !== "accepted" && state !== "rejected").length;
  return (
    <section aria-label="Documents of the case">
      <h2>{open === 0 ? `${many(documents.length, "document")}, all settled` : `${many(documents.length, "document")}, ${open} not settled`}</h2>
      <table className="plain papers">
        <thead>
          <tr>
            <th>Document</th>
            <th>Forms</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {documents.map(({ document_id, file_name, state, forms }) => (
            <tr key={document_id}>
              <td>
                <Btn kind="link" onPress={() => go({ screen: "document", id: document_id })}>
                  {file_name}
                </Btn>
              </td>
              <td>
                {forms.map((form) => (
                  <div key={form.form} className={instead(form) === null ? undefined : "muted"}>
                    {title(form)}
                    {instead(form)}
                  </div>
                ))}
              </td>
              <td>
                <StateChip row={{ state, detail: null, verdict: null, reviewer: null }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const title = ({ label, year, issuer }: CaseForm) => [label, year, issuer].filter((part) => part !== null).join(" · ");

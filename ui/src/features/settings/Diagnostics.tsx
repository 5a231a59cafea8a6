// The diagnostic report: versions and counts, copied as text. It contains no document text.
import { useQuery } from "@tanstack/react-query";
import { queries } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { complain, say } from "../../shared/messages";
import { Trouble } from "../../shared/Trouble";

/** Timeout in milliseconds: the system may never answer a page that writes to the clipboard. */
const ANSWERS_WITHIN = 4000;

function copied(text: string): Promise<void> {
  const late = new Promise<void>((_, refuse) => setTimeout(refuse, ANSWERS_WITHIN));
  return Promise.race([navigator.clipboard.writeText(text), late]);
}

export function Diagnostics() {
  const { data, error, refetch } = useQuery({ ...queries.diagnostics(), staleTime: 0 });
  // The text is prepared before the button is pressed: the system allows writing to the clipboard only immediately.
  const report = (data?.lines ?? []).map(({ name, value }) => `${name}: ${value}`).join("\n");
  const copy = () =>
    copied(report).then(
      () => say("Report copied. It contains no document text."),
      () => complain({ code: "clipboard", message: "Could not copy the report.", advice: "Select the lines above and copy them with the keyboard." }),
    );
  return (
    <section aria-labelledby="diagnostics">
      <h2 id="diagnostics">Diagnostics</h2>
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      <dl className="facts readable">
        {(data?.lines ?? []).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="line">
        <Btn isDisabled={data === undefined} onPress={() => void copy()}>
          Copy report
        </Btn>
        <span className="muted">Versions and counts, no document text.</span>
      </div>
    </section>
  );
}

// Progress of a long action of the person, as reported by the program, with a way to stop it. Not used for reading.
import { useEffect, useState } from "react";
import { onChanged, type Changed } from "../ipc";
import { Btn } from "./Btn";
import { count, many } from "./format";
import { attempt } from "./messages";

interface Props {
  kind: Changed["kind"];
  total: number;
  /** The unit counted; percent without one. */
  unit?: string;
  stop: () => Promise<void>;
}

export function GoesOn({ kind, total, unit, stop }: Props) {
  const [done, setDone] = useState({ page: 0, pages: total });
  useEffect(
    () =>
      onChanged((change) => {
        if (change.kind === kind && change.page !== null) setDone({ page: change.page, pages: change.pages ?? total });
      }),
    [kind, total],
  );
  return (
    <>
      <span className="grow" role="status">
        {unit === undefined ? `${count(done.page)}%` : `${count(done.page)} of ${many(done.pages, unit)}`}
      </span>
      <span className="meter grow" aria-hidden="true">
        <i style={{ width: `${(100 * done.page) / Math.max(1, done.pages)}%`, background: "var(--accent)" }} />
      </span>
      <Btn onPress={() => attempt(stop())}>Stop</Btn>
    </>
  );
}

// The consent dialog before documents first leave the computer: what is sent where, which documents, and the
// alternatives.
import { useCallback, useMemo, useState } from "react";
import { commands, type ConsentAsk, type Overview } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { PRICE_UNKNOWN, many } from "../../shared/format";
import { attempt, say } from "../../shared/messages";
import "./consent.css";

interface Asked {
  ask: ConsentAsk;
  /** Continues after consent; the queue continues by itself. */
  then?: () => void;
}

export function useConsent(overview: Overview | undefined) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [later, setLater] = useState<number | null>(null);
  const waiting = overview?.consent ?? null;
  const ofQueue = waiting !== null && later !== waiting.question ? { ask: waiting } : null;

  const askConsent = useCallback((ask: ConsentAsk, then?: () => void) => setAsked({ ask, then }), []);
  const verbs = useMemo(() => ({ askConsent }), [askConsent]);
  const close = () => {
    setAsked(null);
    setLater(waiting?.question ?? null);
  };
  return { shown: asked ?? ofQueue, verbs, close };
}

export function Consenting({ state }: { state: ReturnType<typeof useConsent> }) {
  const { shown, close } = state;
  if (shown === null) return null;
  return <ConsentSheet key={shown.ask.engine} asked={shown} onClose={close} />;
}

function ConsentSheet({ asked: { ask, then }, onClose }: { asked: Asked; onClose: () => void }) {
  const agree = async () => {
    // The program asks once more, in a dialog that no page can draw over or answer.
    if (!(await commands.agree(ask.engine))) return;
    onClose();
    then?.();
  };
  const keep = async () => {
    const kept = await commands.keepHere(ask.engine);
    onClose();
    say(`${many(kept, "document")} will be read on this computer`);
  };
  const footer = (
    <>
      <Btn autoFocus onPress={onClose}>
        Not now
      </Btn>
      {then === undefined && <Btn onPress={() => attempt(keep())}>Read on this computer instead</Btn>}
      <Btn kind="primary" onPress={() => attempt(agree())}>
        Agree and send…
      </Btn>
    </>
  );
  const rest = ask.documents - ask.sample.length;
  return (
    <Dialog alert title={`Send documents to ${ask.title}?`} onClose={onClose} footer={footer}>
      <div className="stack">
        {ask.elsewhere !== null && <p>{ask.elsewhere}</p>}
        <p>{ask.statement}</p>
        <dl className="consent">
          <dt>Provider</dt>
          <dd>{ask.title}</dd>
          <dt>Address</dt>
          <dd>{ask.origin}</dd>
          <dt>Model</dt>
          <dd>{ask.engine}</dd>
          <dt>What is sent</dt>
          <dd>{ask.pictures ? "Page text and page images" : "Page text"}</dd>
          <dt>{many(ask.documents, "document")}</dt>
          <dd>
            <ul>
              {ask.sample.map((name, at) => (
                <li key={at} className="clip" title={name}>
                  {name}
                </li>
              ))}
              {rest > 0 && <li className="muted">and {rest} more</li>}
            </ul>
          </dd>
        </dl>
        {ask.price_unknown && <p>{PRICE_UNKNOWN}</p>}
        <p className="muted">
          Your consent applies to this workspace and this address, on this computer. You can withdraw it in Settings. What was sent stays
          listed on each document’s Run tab.
        </p>
      </div>
    </Dialog>
  );
}

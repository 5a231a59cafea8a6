// Corrections in words: the person describes what is wrong, a model proposes changes, and each waits for the person's
// decision.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import { commands, type ProposalView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Choice } from "../../shared/inputs";
import { pagesOf } from "../../shared/format";
import { useKeys } from "../../shared/keys";
import { attempt, complain } from "../../shared/messages";
import { useNavigation } from "../../shared/route";
import { useVerbs } from "../../shared/verbs";
import { AtWork } from "./AtWork";
import { useDesk } from "./stage";

export function InWords() {
  const { view } = useDesk();
  return (
    <section className="in-words" aria-labelledby="in-words">
      <h2 className="sec" id="in-words">
        Describe a correction
      </h2>
      {view.proposals.length > 0 && <Proposals />}
      {view.corrector === null ? <NoModel /> : <Box model={view.corrector} />}
    </section>
  );
}

function NoModel() {
  const { go } = useNavigation();
  return (
    <p className="muted pad-in">
      Connect a language model to describe corrections in plain English.{" "}
      <Btn kind="link" onPress={() => go({ screen: "settings" })}>
        Choose one in Settings
      </Btn>
    </p>
  );
}

function Box({ model }: { model: string }) {
  const { view, stage } = useDesk();
  const { askConsent } = useVerbs();
  const client = useQueryClient();
  const area = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const stopped = useRef(false);
  const [answer, setAnswer] = useState("");
  useKeys("Document", [{ keys: "w", label: "Describe a correction", run: () => area.current?.focus() }]);

  const id = view.row.document_id;
  const form = view.forms.find((one) => one.id === (chosen ?? stage.field?.form)) ?? view.forms[0];
  if (form === undefined) return null;
  const ask = async () => {
    setWorking(true);
    stopped.current = false;
    setAnswer("");
    try {
      const { text, proposals } = await commands.askCorrection(id, form.id, words);
      setAnswer(text || (proposals === 0 ? "No edits suggested." : ""));
      if (proposals > 0) setWords("");
      await client.invalidateQueries({ queryKey: ["document", id] });
    } catch (error) {
      if (stopped.current) setAnswer("Stopped. Nothing was changed.");
      else complain(error);
    } finally {
      setWorking(false);
    }
  };
  const cancel = async () => {
    stopped.current = true;
    await commands.cancelCorrection(id, form.id);
  };
  const send = async () => {
    if (words.trim() === "" || working) return;
    const consent = await commands.consentAsk(model, id);
    if (consent === null) await ask();
    else askConsent(consent, () => attempt(ask()));
  };
  return (
    <form
      className="stack pad-in"
      onSubmit={(event) => {
        event.preventDefault();
        attempt(send());
      }}
    >
      {view.forms.length > 1 && (
        <Choice
          label="Form"
          value={form.id}
          options={view.forms.map((one) => ({ id: one.id, name: `${one.label}, ${pagesOf(one.first_page, one.last_page)}` }))}
          onChange={setChosen}
        />
      )}
      <TextField className="field" value={words} onChange={setWords} isDisabled={working} maxLength={4000}>
        <Label>What is wrong</Label>
        <TextArea
          ref={area}
          className="input area"
          rows={2}
          placeholder="The payer is the second company, and box 4 is 1,204.10"
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey) {
              event.preventDefault();
              attempt(send());
            }
          }}
        />
      </TextField>
      <div className="line">
        <Btn type="submit" isDisabled={working || words.trim() === ""}>
          {working ? "Asking…" : "Suggest edits"}
        </Btn>
        {working && <Stop onStop={() => attempt(cancel())} />}
        <small className="muted">{model}</small>
      </div>
      <p role="status" className="readable">
        {answer}
      </p>
      {working && <AtWork attempt={null} />}
    </form>
  );
}

/** Shown while a model is asked: the mouse or Escape cancels it. */
function Stop({ onStop }: { onStop: () => void }) {
  useKeys("Asking a model", [{ keys: "Escape", label: "Stop asking", run: onStop, whileTyping: true }]);
  return <Btn onPress={onStop}>Cancel</Btn>;
}

function Proposals() {
  const { view, edits } = useDesk();
  const all = async () => {
    // One after the other, because later ones depend on earlier ones.
    for (const { id } of view.proposals) {
      if (!(await edits.accept(id))) return;
    }
  };
  return (
    <>
      <ul className="proposals" aria-label="Proposed changes">
        {view.proposals.map((proposal) => (
          <Proposal key={proposal.id} proposal={proposal} />
        ))}
      </ul>
      {view.proposals.length > 1 && (
        <div className="pad-in">
          <Btn onPress={() => attempt(all())}>Accept all</Btn>
        </div>
      )}
    </>
  );
}

function Proposal({ proposal }: { proposal: ProposalView }) {
  const { view, act, edits } = useDesk();
  const client = useQueryClient();
  const { id, form, path, name, before, after, evidence, words } = proposal;
  const regions = evidence?.regions ?? [];
  const decline = async () => {
    await commands.declineProposal(view.row.document_id, id);
    await client.invalidateQueries({ queryKey: ["document", view.row.document_id] });
  };
  return (
    <li className="change" aria-label={`Proposed: ${name}`}>
      <div className="line">
        <button type="button" className="btn link" onClick={() => act({ do: "choose", field: { form, path }, regions })}>
          {name}
        </button>
        <span className="tag idle">proposed</span>
      </div>
      <p className="readable">
        <del>{before ?? "blank"}</del> <span aria-hidden="true">→</span> <ins>{after ?? "removed"}</ins>
      </p>
      <small className="muted readable">
        {evidence !== null ? `On page ${evidence.page}: “${evidence.quote}”` : after !== null ? "From your description" : ""} · You said: {words}
      </small>
      <div className="line">
        <Btn kind="primary" onPress={() => void edits.accept(id)}>
          Accept
        </Btn>
        <Btn onPress={() => attempt(decline())}>Decline</Btn>
      </div>
    </li>
  );
}

// The instructions that a pack gives to models, stage by stage: read, changed, compared with the pack's own, reverted.
// Their versions are in `Versions`.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import { commands, queries, type DiffLine, type GuideView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { many, when } from "../../shared/format";
import { attempt, complain, say } from "../../shared/messages";
import { Trouble } from "../../shared/Trouble";
import { Diff } from "./Diff";
import { Versions } from "./Versions";

const REST = 250;

export function Guides({ pack }: { pack: string }) {
  const { data, error, refetch } = useQuery(queries.guides(pack));
  const [open, setOpen] = useState<string | null>(null);
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />;
  const guides = data ?? [];
  const guide = guides.find((one) => one.stage === open) ?? guides[0];
  if (guide === undefined) return null;
  return (
    <section aria-label="Instructions" className="stack">
      <h2>Instructions for models</h2>
      <div className="line wrap" role="group" aria-label="Stage">
        {guides.map(({ stage, overridden }) => (
          <button
            key={stage}
            type="button"
            className={stage === guide.stage ? "chip on" : "chip"}
            aria-pressed={stage === guide.stage}
            onClick={() => setOpen(stage)}
          >
            {stage}
            {overridden && " · edited"}
          </button>
        ))}
      </div>
      <Guide key={`${guide.stage} ${guide.versions.length}`} pack={pack} guide={guide} />
    </section>
  );
}

function Guide({ pack, guide }: { pack: string; guide: GuideView }) {
  const client = useQueryClient();
  const [text, setText] = useState(guide.text);
  const diff = useDiff(pack, guide, text);
  const changed = text !== guide.text;
  const last = guide.versions.at(-1);
  const keep = (fresh: GuideView) =>
    client.setQueryData<GuideView[]>(queries.guides(pack).queryKey, (old) =>
      old?.map((one) => (one.stage === fresh.stage ? fresh : one)),
    );
  const save = () => attempt(commands.setGuide(pack, guide.stage, text).then((fresh) => (keep(fresh), say("Instructions saved"))));
  const reset = () => attempt(commands.resetGuide(pack, guide.stage).then((fresh) => (keep(fresh), say("Restored the pack default"))));
  return (
    <>
      <p className="muted readable">
        {sentence(guide.purpose)} {guide.note}
      </p>
      <TextField className="field guide" value={text} onChange={setText}>
        <Label>{`Instructions for ${guide.stage}`}</Label>
        <TextArea className="input area" rows={10} />
      </TextField>
      <div className="line wrap">
        <Btn kind="primary" isDisabled={!changed || text.trim() === ""} onPress={save}>
          Save
        </Btn>
        <Btn isDisabled={!changed} onPress={() => setText(guide.text)}>
          Discard changes
        </Btn>
        <Btn isDisabled={!guide.overridden} onPress={reset}>
          Restore pack default
        </Btn>
        {last !== undefined && (
          <span className="muted">
            {many(guide.versions.length, "version")}, last changed {when(last.written_at)}
          </span>
        )}
      </div>
      <Diff lines={diff} label="Changes from the pack default" same="Same as the pack default." />
      <Versions pack={pack} guide={guide} onRestored={keep} />
    </>
  );
}

/** The difference between the typed text and the pack's own. */
function useDiff(pack: string, guide: GuideView, text: string): DiffLine[] {
  const [diff, setDiff] = useState(guide.diff);
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      commands.compareGuide(pack, guide.stage, text).then((lines) => !stale && setDiff(lines), complain);
    }, REST);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [pack, guide.stage, text]);
  return diff;
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

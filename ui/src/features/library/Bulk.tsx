// The sheets that change several documents at once: what they are read as, and whose they are.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { EngineChoice, engineOf } from "../../shared/EngineChoice";
import { EstimateLine } from "../../shared/Estimate";
import { TextInput } from "../../shared/inputs";
import { many } from "../../shared/format";
import { attempt, hush, say } from "../../shared/messages";
import { ReadAsInputs, yearOf } from "../../shared/ReadAs";

interface Props {
  ids: string[];
  onClose: () => void;
}

export function PackSheet({ ids, onClose }: Props) {
  const { data } = useQuery(queries.overview());
  const [as, setAs] = useState({ pack: data?.preferences.pack ?? "tax", year: "" });
  const [chosen, setChosen] = useState<string | null>(null);
  const engine = chosen ?? engineOf(data?.preferences.engines, as.pack);
  const cost = useQuery(queries.estimateAgain(ids, as.pack, engine));
  const year = yearOf(as.year);
  const apply = async () => {
    if (year === undefined) return;
    onClose();
    await commands.setPack(ids, as.pack, year, engine);
    say(`${many(ids.length, "document")} will be read again`);
  };
  const footer = (
    <>
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" isDisabled={year === undefined} onPress={() => attempt(apply())}>
        Read again
      </Btn>
    </>
  );
  return (
    <Dialog title={`Read ${many(ids.length, "document")} as`} onClose={onClose} footer={footer}>
      <div className="stack">
        <ReadAsInputs value={as} onChange={setAs} />
        <EngineChoice label="Read by" value={engine} onChange={setChosen} />
        {engine !== "local" && <EstimateLine query={cost} />}
      </div>
    </Dialog>
  );
}

export function CaseSheet({ ids, onClose, names }: Props & { names: string[] }) {
  const [name, setName] = useState("");
  const apply = async () => {
    const trimmed = name.trim();
    onClose();
    await commands.setCase(ids, trimmed === "" ? null : trimmed);
    say(trimmed === "" ? `Took ${many(ids.length, "document")} out of their case` : `Filed under ${trimmed}`);
  };
  const footer = (
    <>
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" onPress={() => attempt(apply())}>
        File
      </Btn>
    </>
  );
  return (
    <Dialog title={`File ${many(ids.length, "document")}`} onClose={onClose} footer={footer}>
      <TextInput
        label="Case"
        value={name}
        onChange={setName}
        list={names}
        hint="A client's or patient's folder name. Leave empty for none."
      />
    </Dialog>
  );
}

export function EmptyTrashSheet({ number, onClose }: { number: number; onClose: () => void }) {
  const erase = async () => {
    onClose();
    const { erased } = await commands.emptyTrash();
    hush();
    say(`Erased ${many(erased, "document")} for good`);
  };
  const footer = (
    <>
      <Btn autoFocus onPress={onClose}>
        Keep them
      </Btn>
      <Btn kind="danger" onPress={() => attempt(erase())}>
        Erase {many(number, "document")}
      </Btn>
    </>
  );
  return (
    <Dialog alert title="Empty the trash?" onClose={onClose} footer={footer}>
      <p>
        The originals kept here, their page texts, values, search index and history are erased. Only an entry with the id
        and the fingerprint stays. Files in your own folders are not touched. This cannot be undone.
      </p>
    </Dialog>
  );
}

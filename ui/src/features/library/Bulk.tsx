// The sheets that change several documents at once: pack, year and case.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { EngineChoice } from "../../shared/EngineChoice";
import { EstimateLine } from "../../shared/Estimate";
import { Choice, TextInput } from "../../shared/inputs";
import { many } from "../../shared/format";
import { attempt, say } from "../../shared/messages";
import { yearOf } from "../../shared/ReadAs";

interface Props {
  ids: string[];
  onClose: () => void;
}

/** The value where the documents differ and nothing was chosen for all of them. */
const UNCHANGED = "";
const AS_IT_IS = { id: UNCHANGED, name: "Unchanged" };

/** The value that all of them share, if any. */
const only = <V,>(values: V[] | undefined): V | undefined => (values?.length === 1 ? values[0] : undefined);

export function PackSheet({ ids, onClose }: Props) {
  const { data } = useQuery(queries.overview());
  const chosen = useQuery(queries.chosen(ids));
  const [change, setChange] = useState<Partial<Record<"pack" | "year" | "engine", string>>>({});
  const now = chosen.data;
  const pack = change.pack ?? only(now?.packs) ?? UNCHANGED;
  const engine = change.engine ?? only(now?.engines) ?? UNCHANGED;
  const years = now?.expected_years ?? [];
  const typed = change.year ?? only(years)?.toString() ?? "";
  const year = yearOf(typed);
  const cost = useQuery(queries.estimateAgain(ids, change.pack ?? only(now?.packs) ?? "", engine === UNCHANGED ? "local" : engine));
  const apply = async () => {
    if (year === undefined) return;
    onClose();
    await commands.setPack(ids, {
      pack: change.pack === undefined || change.pack === UNCHANGED ? null : change.pack,
      expected_year: change.year === undefined ? null : { year },
      engine: change.engine === undefined || change.engine === UNCHANGED ? null : change.engine,
    });
    say(`${many(ids.length, "document")} queued for reprocessing`);
  };
  const packs = (data?.packs ?? []).map(({ name, title }) => ({ id: name, name: title }));
  const footer = (
    <>
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" isDisabled={year === undefined || now === undefined} onPress={() => attempt(apply())}>
        Reprocess
      </Btn>
    </>
  );
  return (
    <Dialog title={`Reprocess ${many(ids.length, "document")}`} onClose={onClose} footer={footer}>
      <div className="stack">
        <Choice
          label="Pack"
          value={pack}
          options={now?.packs.length === 1 ? packs : [AS_IT_IS, ...packs]}
          onChange={(pack) => setChange({ ...change, pack })}
        />
        <TextInput
          label="Expected tax year"
          value={typed}
          placeholder={years.length > 1 && change.year === undefined ? `Unchanged: ${years.map((one) => one ?? "any").join(", ")}` : undefined}
          onChange={(year) => setChange({ ...change, year })}
          hint="Only what you change is applied. Clear it to accept any year."
          fault={year === undefined ? "Enter a year such as 2024, or leave it blank." : null}
        />
        <EngineChoice
          label="Engine"
          value={engine}
          onChange={(engine) => setChange({ ...change, engine })}
          more={now?.engines.length === 1 ? [] : [AS_IT_IS]}
        />
        {engine !== "local" && engine !== UNCHANGED && <EstimateLine query={cost} />}
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
    say(trimmed === "" ? `Removed ${many(ids.length, "document")} from their case` : `Filed under ${trimmed}`);
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
        hint="Client or patient. Leave blank to remove the case."
      />
    </Dialog>
  );
}

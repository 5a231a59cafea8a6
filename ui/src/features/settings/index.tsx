// Settings: appearance, expectations, engines, limits, data folder, backups, diagnostics.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries, type Overview, type Preferences } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { EngineChoice, engineOf } from "../../shared/EngineChoice";
import { dollars, money } from "../../shared/format";
import { Check, Choice, TextInput } from "../../shared/inputs";
import { attempt } from "../../shared/messages";
import { Trouble } from "../../shared/Trouble";
import { Backups } from "./Backups";
import { Diagnostics } from "./Diagnostics";
import { Engines } from "./Engines";
import { Prints } from "./Prints";
import { Recognition } from "./Recognition";
import "./settings.css";

export { Packs } from "./Packs";

const SIZES = ["100", "110", "125", "150", "175", "200"];

export function Settings() {
  const overview = useQuery(queries.overview());
  // Everything that makes sections tall is loaded before they are shown: a page that grows under the pointer misdirects
  // clicks.
  const engines = useQuery(queries.engines());
  const prints = useQuery(queries.prints());
  return (
    <div className="screen">
      <header className="bar">
        <h1>Settings</h1>
      </header>
      <div className="settings">
        {overview.isError && <Trouble error={overview.error} />}
        {overview.data !== undefined && !engines.isPending && !prints.isPending && <Sections overview={overview.data} />}
      </div>
    </div>
  );
}

function Sections({ overview }: { overview: Overview }) {
  const client = useQueryClient();
  const { preferences } = overview;
  const change = (part: Partial<Preferences>) =>
    attempt(
      commands.setPreferences({ ...preferences, ...part }).then((stored) => {
        client.setQueryData(queries.overview().queryKey, { ...overview, preferences: stored });
      }),
    );
  return (
    <>
      <section aria-labelledby="appearance">
        <h2 id="appearance">Appearance</h2>
        <Choice
          label="Theme"
          value={preferences.theme}
          options={[
            { id: "system", name: "System" },
            { id: "light", name: "Light" },
            { id: "dark", name: "Dark" },
          ]}
          onChange={(theme) => change({ theme })}
        />
        <Choice
          label="Text size"
          value={`${preferences.text_percent ?? 100}`}
          options={SIZES.map((percent) => ({ id: percent, name: `${percent} %` }))}
          onChange={(percent) => change({ text_percent: Number(percent) })}
          hint="Enlarges text and controls; pages have their own zoom."
        />
      </section>
      <section aria-labelledby="reviews">
        <h2 id="reviews">Reviews</h2>
        <Words
          label="Your name"
          value={preferences.reviewer}
          hint="Recorded with everything you accept, correct or reject."
          onSave={(reviewer) => change({ reviewer })}
        />
      </section>
      <NewDocuments overview={overview} change={change} />
      <section aria-labelledby="engine">
        <h2 id="engine">Engines and providers</h2>
        <Check
          label="Keep this workspace on this computer; send nothing to providers"
          value={preferences.local_only ?? false}
          onChange={(local_only) => change({ local_only })}
        />
        {overview.packs.map(({ name, title }) => (
          <Reader
            key={name}
            title={title}
            engine={engineOf(preferences.engines, name)}
            onChange={(engine) => change({ engines: { ...preferences.engines, [name]: engine } })}
          />
        ))}
        <Spending overview={overview} change={change} />
        <Engines />
      </section>
      <Recognition overview={overview} change={change} />
      <Prints />
      <Limits overview={overview} change={change} />
      <DataFolder workspace={overview.workspace} />
      <Backups />
      <Diagnostics />
    </>
  );
}

/** The defaults of the import sheet. */
function NewDocuments({ overview, change }: LimitsProps) {
  const { preferences } = overview;
  return (
    <section aria-labelledby="expected">
      <h2 id="expected">New documents</h2>
      <p className="muted">Defaults for adding documents.</p>
      <Choice
        label="Pack"
        value={preferences.pack}
        options={overview.packs.map(({ name, title }) => ({ id: name, name: title }))}
        onChange={(pack) => change({ pack })}
      />
      <Figure
        label="Expected tax year"
        value={preferences.expected_year}
        least={1900}
        most={2099}
        isYear
        optional
        onSave={(expected_year) => change({ expected_year })}
      />
    </section>
  );
}

/** Another folder takes effect at the next start: a workspace is never changed while documents are read. */
function DataFolder({ workspace }: { workspace: string }) {
  const client = useQueryClient();
  const { data: next } = useQuery(queries.nextDataFolder());
  const choose = async () => {
    if ((await commands.chooseDataFolder()) === null) return;
    await client.invalidateQueries({ queryKey: queries.nextDataFolder().queryKey });
  };
  return (
    <section aria-labelledby="data">
      <h2 id="data">Data folder</h2>
      <p className="readable path">{workspace}</p>
      {next != null && (
        <p role="status" className="note readable">
          After a restart: <span className="path">{next}</span>. Documents stay where they are; a folder without a workspace
          starts empty.
        </p>
      )}
      <div className="line">
        <Btn onPress={() => attempt(commands.openDataFolder())}>Open folder</Btn>
        <Btn onPress={() => attempt(choose())}>Choose another folder…</Btn>
      </div>
    </section>
  );
}

const OTHER = "other";

interface ReaderProps {
  title: string;
  engine: string;
  onChange: (engine: string) => void;
}

/** The engine that reads the documents of a pack. Models of local servers without a list are typed in. */
function Reader({ title, engine, onChange }: ReaderProps) {
  const [naming, setNaming] = useState(false);
  const choose = (chosen: string) => {
    setNaming(chosen === OTHER);
    if (chosen !== OTHER) onChange(chosen);
  };
  return (
    <>
      <EngineChoice
        label={`Engine for ${title}`}
        value={naming ? OTHER : engine}
        onChange={choose}
        more={[{ id: OTHER, name: "Another model…" }]}
      />
      {naming && (
        <Words
          label={`Model for ${title}`}
          value={null}
          hint="PROVIDER:MODEL, such as ollama:qwen3."
          onSave={(name) => name !== null && choose(name)}
        />
      )}
    </>
  );
}

interface LimitsProps {
  overview: Overview;
  change: (part: Partial<Preferences>) => void;
}

function Limits({ overview, change }: LimitsProps) {
  const { preferences } = overview;
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <p className="muted">Documents over a limit are refused, with the reason.</p>
      <Figure
        label="Documents processed at once"
        value={preferences.workers}
        least={1}
        most={64}
        onSave={(workers) => change({ workers: workers ?? preferences.workers })}
      />
      <Figure
        label="Pages per document"
        value={preferences.max_pages}
        least={1}
        most={10_000}
        onSave={(pages) => change({ max_pages: pages ?? preferences.max_pages })}
      />
      <Figure
        label="Megabytes per file"
        value={preferences.max_megabytes}
        least={1}
        most={2048}
        onSave={(size) => change({ max_megabytes: size ?? preferences.max_megabytes })}
      />
    </section>
  );
}

interface WordsProps {
  label: string;
  value: string | null;
  hint: string;
  onSave: (value: string | null) => void;
}

/** A short text, saved on blur or Enter; an empty one is saved as none. */
function Words({ label, value, hint, onSave }: WordsProps) {
  const [text, setText] = useState<string | null>(null);
  const save = () => {
    if (text === null) return;
    setText(null);
    const given = text.trim() === "" ? null : text.trim();
    if (given !== value) onSave(given);
  };
  return (
    <TextInput
      label={label}
      value={text ?? value ?? ""}
      hint={hint}
      maxLength={80}
      onChange={setText}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter") save();
        if (event.key === "Escape") setText(null);
      }}
    />
  );
}

interface FigureProps {
  label: string;
  value: number | null;
  least: number;
  most: number;
  /** Years are not quantities: they have no thousands separators. */
  isYear?: boolean;
  optional?: boolean;
  /** Whether it holds US cents, shown and entered as dollars. */
  inCents?: boolean;
  /** Additional information. */
  note?: string;
  onSave: (value: number | null) => void;
}

/** A whole number or an amount of dollars, saved on blur or Enter, and only if valid. */
function Figure({ label, value, least, most, isYear = false, optional = false, inCents = false, note, onSave }: FigureProps) {
  const [text, setText] = useState<string | null>(null);
  const print = (figure: number) => (inCents ? (figure / 100).toFixed(2) : figure.toString());
  const shown = text ?? (value === null ? "" : print(value));
  const number = shown.trim() === "" ? null : wholeNumber(shown, inCents);
  const right = number === null ? optional : number >= least && number <= most;
  const sign = inCents ? "$" : "";
  const told = (figure: number) => (isYear ? print(figure) : money(print(figure)));
  const bounds = `from ${sign}${told(least)} to ${sign}${told(most)}`;
  const range = `${bounds.replace("from", "From")}${optional ? `, or blank for ${inCents ? "no limit" : "any"}` : ""}.`;
  const hint = note === undefined ? range : `${range} ${note}`;
  const save = () => {
    if (text === null || !right) return;
    setText(null);
    if (number !== value) onSave(number);
  };
  return (
    <TextInput
      label={label}
      value={shown}
      inputMode={inCents ? "decimal" : "numeric"}
      onChange={setText}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter") save();
        if (event.key === "Escape") setText(null);
      }}
      hint={hint}
      fault={right ? null : `Enter ${inCents ? "an amount" : "a whole number"} ${bounds}.`}
    />
  );
}

/** The number in a text, dollars converted to cents; NaN for any other text, which fails every bound. */
function wholeNumber(text: string, inCents: boolean): number {
  const plain = text.trim().replace(/^\$/, "").replace(/,(?=\d{3})/g, "");
  const wanted = inCents ? /^\d+(\.\d{1,2})?$/ : /^\d+$/;
  return wanted.test(plain) ? Math.round(Number(plain) * (inCents ? 100 : 1)) : NaN;
}

/** Spending limits for models, per workspace and per document. */
function Spending({ overview, change }: LimitsProps) {
  const { preferences } = overview;
  return (
    <>
      <Figure
        label="Spend limit (USD)"
        value={preferences.spend_limit_cents ?? null}
        least={0}
        most={1_000_000}
        inCents
        optional
        note={`${overview.spent_usd === 0 ? "Nothing" : dollars(overview.spent_usd)} spent so far. Calls stop once the limit is reached; models with no listed price aren't counted.`}
        onSave={(spend_limit_cents) => change({ spend_limit_cents })}
      />
      <Figure
        label="Maximum cost per document (USD)"
        value={preferences.allowance?.cents ?? null}
        least={1}
        most={1_000_000}
        inCents
        note="If the limit is hit, the partial result goes to review. Applies to documents added from now on."
        onSave={(cents) => {
          if (cents !== null) change({ allowance: { ...preferences.allowance, cents } });
        }}
      />
    </>
  );
}

// The engines that can read, and the keys of those that need one. A stored key is never shown again.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries, type EngineCard, type KeyState, type ModelTest } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Check, TextInput } from "../../shared/inputs";
import { when } from "../../shared/format";
import { attempt, complain, say } from "../../shared/messages";
import { Trouble } from "../../shared/Trouble";

export function Engines() {
  const { data, error, refetch } = useQuery(queries.engines());
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />;
  return (
    <ul className="engines">
      {(data ?? []).map((engine) => (
        <li key={engine.name} className="panel">
          <Engine engine={engine} />
        </li>
      ))}
    </ul>
  );
}

function Engine({ engine }: { engine: EngineCard }) {
  return (
    <>
      <div className="line">
        <strong>{engine.title}</strong>
        <span className={engine.local ? "tag ok" : "tag idle"}>
          {engine.local ? "On this computer" : engine.ready ? "Over the network" : "Not ready"}
        </span>
      </div>
      <p className="muted">{engine.note}</p>
      {engine.consent !== null && <Consent engine={engine} consent={engine.consent} />}
      {engine.needs_key && <Key engine={engine} />}
      {engine.origin !== null && <Models engine={engine} />}
    </>
  );
}

/** The capabilities found by probing a model, which decide how it is used. Any model may be named, because local
 *  servers have models that are in no list. */
function Models({ engine }: { engine: EngineCard }) {
  const [chosen, setChosen] = useState(engine.models[0]?.engine ?? `${engine.name}:`);
  const [working, setWorking] = useState(false);
  const [told, setTold] = useState<ModelTest | null>(null);
  const test = async () => {
    setWorking(true);
    setTold(null);
    try {
      setTold(await commands.testModel(chosen));
    } catch (fault) {
      complain(fault);
    } finally {
      setWorking(false);
    }
  };
  return (
    <div className="stack" role="group" aria-label={`${engine.title} models`}>
      <form
        className="key-line"
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <TextInput label={`${engine.title} model`} value={chosen} onChange={setChosen} list={engine.models.map((model) => model.engine)} />
        <Btn type="submit" isDisabled={working || chosen.trim().endsWith(":")}>
          {working ? "Testing…" : "Test model"}
        </Btn>
        {working && <Btn onPress={() => attempt(commands.cancelTest())}>Cancel</Btn>}
      </form>
      <div role="status" className="muted">
        {told !== null && <p>{told.message}</p>}
        <ul>
          {(told?.findings ?? []).map(({ name, value }) => (
            <li key={name}>
              {name}: {value}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The consent given for this provider. After it is withdrawn, the next document asks again. */
function Consent({ engine, consent }: { engine: EngineCard; consent: NonNullable<EngineCard["consent"]> }) {
  const client = useQueryClient();
  const withdraw = async () => {
    await commands.withdraw(engine.name);
    await client.invalidateQueries({ queryKey: queries.engines().queryKey });
    say(`Nothing more will be sent to ${engine.title} until you agree again`);
  };
  return (
    <div className="line">
      <p className="grow">
        {consent.statement} <small className="muted">Agreed on {when(consent.agreed_at)}.</small>
      </p>
      <Btn kind="danger" onPress={() => attempt(withdraw())}>
        Withdraw
      </Btn>
    </div>
  );
}

function Key({ engine }: { engine: EngineCard }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(queries.key(engine.name));
  const [text, setText] = useState("");
  const [sessionOnly, setSessionOnly] = useState(false);
  const [working, setWorking] = useState(false);
  const [verdict, setVerdict] = useState<string | null>(null);

  const keep = (state: KeyState) => {
    client.setQueryData(queries.key(engine.name).queryKey, state);
    // Whether the provider is ready depends on it.
    void client.invalidateQueries({ queryKey: queries.engines().queryKey });
  };
  const act = async (work: () => Promise<void>) => {
    setWorking(true);
    setVerdict(null);
    try {
      await work();
    } catch (fault) {
      complain(fault);
    } finally {
      setWorking(false);
    }
  };
  const store = () =>
    act(async () => {
      keep(await commands.setKey(engine.name, text, sessionOnly));
      setText("");
    });
  const test = () => act(async () => setVerdict((await commands.testKey(engine.name)).message));
  const remove = () =>
    act(async () => {
      keep(await commands.removeKey(engine.name));
      say(`Removed the ${engine.title} API key`);
    });

  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />;
  // Its place is reserved while the keychain is queried, which may take a while.
  const waits = data === undefined;
  const without = data?.store === "none";
  return (
    <div className="stack" role="group" aria-label={`${engine.title} API key`}>
      {data?.message != null && !engine.note.includes(data.message) && <p className="note">{data.message}</p>}
      {data?.stored === true ? (
        <div className="line">
          <span>{data.store === "session" ? "The key is kept until you quit." : "The key is stored in the system keychain."}</span>
          <span className="grow" />
          <Btn isDisabled={working} onPress={() => void test()}>
            Test
          </Btn>
          <Btn kind="danger" isDisabled={working} onPress={() => void remove()}>
            Remove
          </Btn>
        </div>
      ) : (
        <form
          className="key-line"
          onSubmit={(event) => {
            event.preventDefault();
            void store();
          }}
        >
          <TextInput label="API key" type="password" autoComplete="off" isDisabled={waits} value={text} onChange={setText} />
          <Btn type="submit" isDisabled={waits || working || text.trim() === "" || (without && !sessionOnly)}>
            Save
          </Btn>
          <Check label="This session only" value={sessionOnly} onChange={setSessionOnly} />
        </form>
      )}
      <p role="status" className="muted">
        {verdict}
      </p>
    </div>
  );
}

// Finds words on the pages: number of hits, current hit, next and previous.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Input, SearchField } from "react-aria-components";
import { queries, type Hit, type Region } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { useDesk } from "./stage";

export interface Find {
  text: string;
  setText: (text: string) => void;
  hits: Hit[];
  regions: Region[];
  asked: boolean;
}

const NONE: Hit[] = [];

export function useFind(id: string): Find {
  const { stage } = useDesk();
  const [text, setText] = useState("");
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), 150);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({ ...queries.hits(id, settled), enabled: stage.finding && settled !== "" });
  const hits = stage.finding && settled !== "" ? (query.data ?? NONE) : NONE;
  return { text, setText, hits, regions: hits.flatMap((hit) => hit.regions), asked: query.isSuccess && settled !== "" };
}

export function FindBar({ find }: { find: Find }) {
  const { act, stage } = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const { hits } = find;
  const [front, setFront] = useState({ hits, at: 0 });
  const at = front.hits === hits ? front.at : 0;
  const show = (index: number) => {
    const hit = hits[index];
    if (hit === undefined) return;
    setFront({ hits, at: index });
    act({ do: "show", regions: hit.regions });
  };
  const step = (by: number) => show((at + by + hits.length) % hits.length);

  // The first hit is shown as soon as it is known.
  const first = hits[0];
  useEffect(() => {
    if (first !== undefined) act({ do: "show", regions: first.regions });
  }, [first, act]);

  useEffect(() => input.current?.select(), [stage.finds]);

  const close = () => act({ do: "find", on: false });
  return (
    <div className="find" role="search">
      <SearchField
        aria-label="Find in document"
        value={find.text}
        onChange={find.setText}
        onKeyDown={(event) => {
          if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          if (event.key === "Escape" && find.text === "") close();
        }}
      >
        <Input ref={input} className="input" placeholder="Find in document" />
      </SearchField>
      <span className="muted nowrap" role="status">
        {hits.length > 0 ? `${at + 1} of ${hits.length}` : find.asked ? "Not found" : ""}
      </span>
      <Btn kind="quiet" isDisabled={hits.length < 2} onPress={() => step(-1)}>
        Previous
      </Btn>
      <Btn kind="quiet" isDisabled={hits.length < 2} onPress={() => step(1)}>
        Next
      </Btn>
      <Btn kind="quiet" onPress={close}>
        Close
      </Btn>
    </div>
  );
}

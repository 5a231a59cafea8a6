// Saved filters: kept in the workspace under a name, chosen from a menu or the command palette, and removed with an undo.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { commands, queries, type LibraryFilter, type SavedFilter } from "../../ipc";
import { useActs } from "../../shared/acts";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { TextInput } from "../../shared/inputs";
import { attempt, sayDone } from "../../shared/messages";

interface Props {
  filter: LibraryFilter;
  onChange: (filter: LibraryFilter) => void;
}

const SAVE = "save";
const REMOVE = "remove";

export function Saved({ filter, onChange }: Props) {
  const { saved, keep } = useSaved();
  const [naming, setNaming] = useState(false);
  const chosen = saved.find((one) => keyOf(one.filter) === keyOf(filter));
  const choose = (id: unknown) => {
    if (id === SAVE) setNaming(true);
    else if (id === REMOVE && chosen !== undefined) {
      keep(saved.filter((one) => one !== chosen), `removed the filter ${chosen.name}`);
    } else {
      const next = saved.find(({ name }) => `filter ${name}` === id);
      if (next !== undefined) onChange(next.filter);
    }
  };
  return (
    <>
      <MenuTrigger>
        <Button className={chosen === undefined ? "chip" : "chip on"}>
          <span className="clip">{chosen === undefined ? "saved filters" : `filter: ${chosen.name}`}</span>
          <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover">
          <Menu className="menu" aria-label="Saved filters" onAction={choose}>
            {saved.map(({ name }) => (
              <MenuItem key={name} id={`filter ${name}`} textValue={name}>
                <span className="clip">{name}</span>
              </MenuItem>
            ))}
            {saved.length > 0 && <Separator />}
            {chosen === undefined ? (
              <MenuItem id={SAVE} isDisabled={isEmpty(filter)}>
                Save this filter…
              </MenuItem>
            ) : (
              <MenuItem id={REMOVE}>Remove “{chosen.name}”</MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {naming && (
        <NameSheet
          taken={saved.map(({ name }) => name)}
          onClose={() => setNaming(false)}
          onName={(name) => {
            setNaming(false);
            const others = saved.filter((one) => one.name !== name);
            keep([...others, { name, filter: plain(filter) }], `saved the filter ${name}`);
          }}
        />
      )}
    </>
  );
}

/** What the person chose; not the documents that a figure led to. */
const plain = ({ search, states, labels, years, cases }: LibraryFilter): LibraryFilter => ({
  search, states, labels, years, cases, trash: false,
});
const keyOf = (filter: LibraryFilter) => {
  const { search, states, labels, years, cases } = plain(filter);
  return JSON.stringify([search, [...states].sort(), [...labels].sort(), [...years].sort(), [...cases].sort(), filter.ids ?? []]);
};
const isEmpty = (filter: LibraryFilter) => {
  const { search, states, labels, years, cases } = filter;
  return search === "" && [states, labels, years, cases].every((list) => list.length === 0);
};

function useSaved() {
  const client = useQueryClient();
  const acts = useActs();
  const { data: overview } = useQuery(queries.overview());
  const saved = overview?.preferences.saved_filters ?? [];
  const set = async (saved_filters: SavedFilter[]) => {
    // The other preferences may have changed since this was shown.
    const now = await client.fetchQuery({ ...queries.overview(), staleTime: 0 });
    const preferences = await commands.setPreferences({ ...now.preferences, saved_filters });
    client.setQueryData(queries.overview().queryKey, { ...now, preferences });
  };
  const keep = (next: SavedFilter[], label: string) =>
    attempt(
      set(next).then(() => {
        acts.did({ change: { label, undo: () => set(saved), redo: () => set(next) } });
        sayDone(label.charAt(0).toUpperCase() + label.slice(1), () => acts.undo());
      }),
    );
  return { saved, keep };
}

function NameSheet({ taken, onClose, onName }: { taken: string[]; onClose: () => void; onName: (name: string) => void }) {
  const [text, setText] = useState("");
  const name = text.trim();
  const save = () => name !== "" && onName(name);
  return (
    <Dialog
      title="Save this filter"
      onClose={onClose}
      footer={
        <>
          <Btn onPress={onClose}>Cancel</Btn>
          <Btn kind="primary" isDisabled={name === ""} onPress={save}>
            {taken.includes(name) ? "Replace" : "Save"}
          </Btn>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput label="Name" value={text} onChange={setText} autoFocus hint="The filter is kept in this workspace." />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

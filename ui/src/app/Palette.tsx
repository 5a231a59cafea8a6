// The command palette: everything that has a key now, the saved filters and the cases, found by typing.
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Autocomplete, Input, Menu, MenuItem, SearchField, Text, useFilter } from "react-aria-components";
import { queries } from "../ipc";
import { Dialog } from "../shared/Dialog";
import { caps, useKeyGroups, useKeys } from "../shared/keys";
import { useNavigation } from "../shared/route";

export function usePalette() {
  const [shown, setShown] = useState(false);
  const open = useCallback(() => setShown(true), []);
  const close = useCallback(() => setShown(false), []);
  useKeys("Anywhere", [{ keys: "Mod+k", label: "Find a command", run: open, whileTyping: true }]);
  return { shown, open, close };
}

interface Command {
  id: string;
  name: string;
  /** The part of the window it belongs to. */
  about: string;
  keys?: string;
  run: () => void;
}

export function Palette({ onClose }: { onClose: () => void }) {
  const commands = useCommands();
  const { contains } = useFilter({ sensitivity: "base" });
  const run = (id: unknown) => {
    onClose();
    // Once the dialog is gone: a command may move the focus, or open another dialog.
    requestAnimationFrame(() => requestAnimationFrame(() => commands.find((one) => one.id === id)?.run()));
  };
  return (
    <Dialog title="Find a command" onClose={onClose}>
      <Autocomplete filter={contains}>
        <SearchField aria-label="Command" autoFocus>
          <Input className="input" placeholder="Type a part of its name" />
        </SearchField>
        <Menu
          className="menu palette"
          aria-label="Commands"
          items={commands}
          onAction={run}
          renderEmptyState={() => <p className="muted pad-in">No such command</p>}
        >
          {({ id, name, about, keys }) => (
            <MenuItem id={id} textValue={name}>
              <Text slot="label" className="clip">
                {name}
              </Text>
              <small className="muted grow">{about}</small>
              {keys !== undefined && <kbd aria-hidden="true">{caps(keys)}</kbd>}
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}

/** The innermost part comes first, as with keys; one name is listed once. */
function useCommands(): Command[] {
  const groups = useKeyGroups();
  const { go } = useNavigation();
  const { data: overview } = useQuery(queries.overview());
  const cases = useQuery(queries.cases()).data ?? [];
  const keyed = groups.toReversed().flatMap(({ title, keys }) => keys.map((key) => ({ ...key, about: title })));
  const named = new Map(keyed.toReversed().map(({ label, about, keys, run }) => [label, { name: label, about, keys, run }]));
  named.delete("Find a command");
  const saved = (overview?.preferences.saved_filters ?? []).map(({ name, filter }) => ({
    name, about: "Saved filter", run: () => go({ screen: "library", filter }),
  }));
  const filed = cases.map(({ name }) => ({ name, about: "Case", run: () => go({ screen: "cases", name }) }));
  return [...[...named.values()].toReversed(), ...saved, ...filed].map((one, at) => ({ ...one, id: `${at} ${one.name}` }));
}

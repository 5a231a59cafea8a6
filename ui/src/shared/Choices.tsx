// A filter as a menu of several choices, with the number of rows that each would leave.
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { count } from "./format";

interface Props {
  name: string;
  chosen: string[];
  options: { id: string; count: number }[];
  onChange: (chosen: string[]) => void;
}

export function Choices({ name, chosen, options, onChange }: Props) {
  const all = [...options, ...chosen.filter((id) => !options.some((one) => one.id === id)).map((id) => ({ id, count: 0 }))];
  return (
    <MenuTrigger>
      <Button className={chosen.length > 0 ? "chip on" : "chip"} isDisabled={all.length === 0}>
        <span className="clip">{chosen.length > 0 ? `${name}: ${chosen.join(", ")}` : name}</span>
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <Menu
          className="menu"
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) => onChange(keys === "all" ? all.map(({ id }) => id) : [...keys].map(String))}
        >
          {all.map((option) => (
            <MenuItem key={option.id} id={option.id} textValue={option.id}>
              <span className="clip">{option.id}</span>
              <span className="muted num grow">{count(option.count)}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

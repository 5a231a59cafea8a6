// Labeled inputs of forms and sheets: text, choice, check box. Each has a label, a hint and an error.
import {
  Button,
  Checkbox as AriaCheckbox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
  TextField,
  type TextFieldProps,
} from "react-aria-components";

interface TextProps extends Omit<TextFieldProps, "className" | "children"> {
  label: string;
  hint?: string;
  fault?: string | null;
  placeholder?: string;
  list?: string[];
}

export function TextInput({ label, hint, fault, placeholder, list, ...rest }: TextProps) {
  const listId = list === undefined ? undefined : `list-${label.replaceAll(/\W+/g, "-")}`;
  return (
    <TextField {...rest} className="field" isInvalid={fault !== undefined && fault !== null}>
      <Label>{label}</Label>
      <Input className="input" placeholder={placeholder} list={listId} />
      {list !== undefined && (
        <datalist id={listId}>
          {list.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      {hint !== undefined && <Text slot="description" className="hint">{hint}</Text>}
      <FieldError className="fault">{fault}</FieldError>
    </TextField>
  );
}

interface ChoiceProps<K extends string> {
  label: string;
  value: K;
  /** `off` is the reason why an option cannot be chosen, `about` a line below its name. */
  options: { id: K; name: string; off?: string; about?: string }[];
  onChange: (value: K) => void;
  hint?: string;
}

export function Choice<K extends string>({ label, value, options, onChange, hint }: ChoiceProps<K>) {
  return (
    <Select className="field" value={value} onChange={(key) => onChange(key as K)}>
      <Label>{label}</Label>
      <Button className="btn select">
        <SelectValue className="clip">{({ selectedText }) => selectedText}</SelectValue>
        <span aria-hidden="true">▾</span>
      </Button>
      {hint !== undefined && <Text slot="description" className="hint">{hint}</Text>}
      <Popover className="popover">
        <ListBox className="menu">
          {options.map(({ id, name, off, about }) => (
            <ListBoxItem key={id} id={id} textValue={name} isDisabled={off !== undefined}>
              <span>
                {name}
                {off !== undefined && <small className="muted"> · {off}</small>}
                {about !== undefined && <small className="about muted">{about}</small>}
              </span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

export function Check({ label, value, onChange }: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  return (
    <AriaCheckbox className="check" isSelected={value} onChange={onChange}>
      <span className="tick" aria-hidden="true" />
      {label}
    </AriaCheckbox>
  );
}

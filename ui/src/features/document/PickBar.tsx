// Bar for words picked on the page: uses them for the selected field or another one, value and evidence together.
import { useQuery } from "@tanstack/react-query";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { queries } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { useKeys } from "../../shared/keys";
import { attempt, say } from "../../shared/messages";
import { findField, placesOf, rowOf, type FieldKey } from "./values";
import { textOf, type Pick } from "./picking";
import { useDesk } from "./stage";

export function PickBar() {
  const { stage } = useDesk();
  return stage.pick === null ? null : <Picked pick={stage.pick} />;
}

function Picked({ pick }: { pick: Pick }) {
  const { view, stage, act, edits } = useDesk();
  const { data } = useQuery(queries.words(view.row.document_id, pick.page));
  const text = textOf(data?.words ?? [], pick);
  const field = findField(view, stage.field);
  const assign = (key: FieldKey) => attempt(edits.assign(key, pick));
  const copy = () => attempt(navigator.clipboard.writeText(text).then(() => say("Copied")));
  useKeys("Selected words", [
    ...(stage.field === null || field === null
      ? []
      : [{ keys: "Enter", label: `Use for ${field.name}`, run: () => stage.field && assign(stage.field) }]),
    { keys: "Escape", label: "Clear the selection", run: () => act({ do: "pick", pick: null }) },
  ]);
  return (
    <div className="pick-bar" role="group" aria-label="Selected words">
      <span className="clip readable" aria-live="polite">
        “{text}”
      </span>
      {field !== null && stage.field !== null && field.kind !== "list" && (
        <Btn kind="primary" cap="Enter" onPress={() => stage.field && assign(stage.field)}>
          Use for {field.name}
        </Btn>
      )}
      <FieldMenu onUse={assign} />
      <Btn kind="quiet" onPress={copy}>
        Copy
      </Btn>
    </div>
  );
}

function FieldMenu({ onUse }: { onUse: (key: FieldKey) => void }) {
  const { view } = useDesk();
  if (view.forms.length === 0) return null;
  return (
    <MenuTrigger>
      <Button className="btn">
        Use for… <span aria-hidden="true">▴</span>
      </Button>
      <Popover className="popover" placement="top">
        <Menu className="menu" aria-label="Field">
          {view.forms.map((form) => (
            <MenuSection key={form.id}>
              <Header className="menu-title">{form.label}</Header>
              {[...placesOf(form)].map((field) => (
                <MenuItem
                  key={`${form.id} ${field.path}`}
                  id={`${form.id} ${field.path}`}
                  textValue={field.name}
                  onAction={() => onUse({ form: form.id, path: field.path })}
                >
                  <span className="muted menu-box">{field.box ?? ""}</span>
                  {field.name}
                  {rowOf(field.path) !== null && <span className="muted"> row {(rowOf(field.path)?.row ?? 0) + 1}</span>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

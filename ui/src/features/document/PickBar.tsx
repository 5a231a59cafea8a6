// Bar for words picked on the page: uses them for the selected field or another one, value and evidence together.
import { useQuery } from "@tanstack/react-query";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { queries, type FieldView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { useKeys } from "../../shared/keys";
import { attempt, say } from "../../shared/messages";
import { useAnswers } from "./answers";
import { findField, placesOf, rowOf, sameField, type FieldKey } from "./values";
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
  // Another field than the one on the card gets a card of its own.
  const assign = (key: FieldKey) => {
    if (!sameField(key, stage.field)) act({ do: "choose", field: key, regions: [] });
    attempt(edits.assign(key, pick));
  };
  const copy = () => attempt(navigator.clipboard.writeText(text).then(() => say("Copied")));
  useKeys("Selected words", [{ keys: "Escape", label: "Clear the selection", run: () => act({ do: "pick", pick: null }) }]);
  return (
    <div className="pick-bar" role="group" aria-label="Selected words">
      <span className="clip readable" aria-live="polite">
        “{text}”
      </span>
      {field !== null && stage.field !== null && field.kind !== "list" && <UseForCard id={stage.field} field={field} />}
      <FieldMenu onUse={assign} />
      <Btn kind="quiet" onPress={copy}>
        Copy
      </Btn>
    </div>
  );
}

/** Saves the words as the value on the check card and goes on. */
function UseForCard({ id, field }: { id: FieldKey; field: FieldView }) {
  const { enter } = useAnswers(id, field);
  return (
    <Btn kind="primary" cap="Enter" onPress={enter}>
      Use for {field.name}
    </Btn>
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

// Tabs beside the page: what the document is, its state, the evidence, and the expert packet.
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useSomeActs } from "../../shared/acts";
import { useKeys } from "../../shared/keys";
import { Btn } from "../../shared/Btn";
import { Classification } from "./Classification";
import { Fields } from "./Fields";
import { escalated, fillsForms, standingIssues } from "./values";
import { History, isEdit } from "./History";
import { Issues } from "./Issues";
import { Judge } from "./Judge";
import { Packet } from "./Packet";
import { Run } from "./Run";
import { useDesk, type TabName } from "./stage";

export function Inspector() {
  const { view, stage, act } = useDesk();
  const tabs: { id: TabName; title: string; number?: number }[] = [
    ...(fillsForms(view) ? [{ id: "fields" as const, title: "Fields" }] : []),
    { id: "classification", title: "Classification" },
    { id: "issues", title: "Issues", number: standingIssues(view).length },
    { id: "run", title: "Run" },
    { id: "history", title: "History", number: view.history.filter(isEdit).length },
    ...(escalated(view) ? [{ id: "packet" as const, title: "Review" }] : []),
  ];
  useKeys(
    "Inspector",
    tabs.map(({ id, title }, at) => ({
      keys: `Alt+${at + 1}`,
      label: title,
      run: () => act({ do: "tab", tab: id }),
      whileTyping: true,
    })),
  );
  return (
    <aside className="insp" aria-label="Inspector">
      <Tabs selectedKey={stage.tab} onSelectionChange={(key) => act({ do: "tab", tab: key as TabName })}>
        <TabList className="tabs" aria-label="Inspector">
          {tabs.map(({ id, title, number }) => (
            <Tab key={id} id={id}>
              {title}
              {number !== undefined && number > 0 && <span className="muted"> {number}</span>}
            </Tab>
          ))}
        </TabList>
        {fillsForms(view) && (
          <TabPanel id="fields">
            <Fields />
          </TabPanel>
        )}
        <TabPanel id="classification">
          <Classification />
        </TabPanel>
        <TabPanel id="issues">
          <Issues />
        </TabPanel>
        <TabPanel id="run">
          <Run />
        </TabPanel>
        <TabPanel id="history">
          <History />
        </TabPanel>
        {escalated(view) && (
          <TabPanel id="packet">
            <Packet />
          </TabPanel>
        )}
      </Tabs>
      <Foot />
    </aside>
  );
}

function Foot() {
  const { view, edits } = useDesk();
  const some = useSomeActs();
  return (
    <div className="insp-foot">
      <Judge />
      <span className="line">
        <Btn kind="quiet" isDisabled={!view.can_undo && !some.undo} onPress={edits.undo}>
          Undo
        </Btn>
        <Btn kind="quiet" isDisabled={!view.can_redo && !some.redo} onPress={edits.redo}>
          Redo
        </Btn>
      </span>
    </div>
  );
}

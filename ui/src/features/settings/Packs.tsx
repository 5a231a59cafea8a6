// The contents of packs: labels, templates with their fields and thresholds, checks. Packs are data and only read here.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { queries, type PackView } from "../../ipc";
import { confidence, many } from "../../shared/format";
import { Trouble } from "../../shared/Trouble";
import { Guides } from "./Guides";

const MODES: Record<string, string> = {
  form: "classified by its forms",
  pages: "classified page by page, in order",
  whole: "classified as a whole",
};

export function Packs({ name }: { name?: string }) {
  const { data, error, refetch } = useQuery(queries.packs());
  return (
    <div className="screen">
      <header className="bar">
        <h1>Packs</h1>
        <span className="muted">A pack is a folder that defines document types, fields and checks.</span>
      </header>
      <div className="settings wide">
        {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <Tabs defaultSelectedKey={name ?? data[0]?.name}>
            <TabList className="tabs" aria-label="Packs">
              {data.map((pack) => (
                <Tab key={pack.name} id={pack.name}>
                  {pack.title}
                </Tab>
              ))}
            </TabList>
            {data.map((pack) => (
              <TabPanel key={pack.name} id={pack.name} className="stack">
                <Pack pack={pack} />
              </TabPanel>
            ))}
          </Tabs>
        )}
      </div>
    </div>
  );
}

function Pack({ pack }: { pack: PackView }) {
  const { templates } = pack;
  const [open, setOpen] = useState<string | undefined>(templates[0]?.label);
  const template = templates.find((one) => one.label === open);
  return (
    <>
      <p className="muted readable">
        {pack.name} {pack.version} · {MODES[pack.mode] ?? pack.mode} · {pack.folder}
      </p>
      <section aria-label="Labels">
        <h2>Labels</h2>
        <dl className="facts">
          {pack.labels.map(({ name, description }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </section>
      {templates.some((one) => one.fields.length > 0) && (
        <section aria-label="Templates" className="stack">
          <h2>Thresholds and fields by form</h2>
          <div className="line wrap" role="group" aria-label="Form">
            {templates.map(({ label }) => (
              <button
                key={label}
                type="button"
                className={label === open ? "chip on" : "chip"}
                aria-pressed={label === open}
                onClick={() => setOpen(label)}
              >
                {label}
              </button>
            ))}
          </div>
          {template !== undefined && <Template template={template} />}
        </section>
      )}
      <Guides pack={pack.name} />
      {pack.checks.length > 0 && (
        <section aria-label="Checks">
          <h2>Checks</h2>
          <dl className="facts">
            {pack.checks.map(({ name, severity }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="muted">{severity}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

function Template({ template }: { template: PackView["templates"][number] }) {
  return (
    <>
      <p className="muted">
        {template.title}. Accepted at a confidence of {confidence(template.confidence_threshold)} or higher, with at least{" "}
        {many(template.min_fields, "field")}.
      </p>
      {template.fields.length > 0 && <FieldTable fields={template.fields} />}
    </>
  );
}

function FieldTable({ fields }: Pick<PackView["templates"][number], "fields">) {
  return (
      <table className="plain">
        <thead>
          <tr>
            <th>Box</th>
            <th>Field</th>
            <th>Name in exports</th>
            <th>Format</th>
            <th>Required</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name}>
              <td className="muted">{field.box ?? ""}</td>
              <td>{field.description}</td>
              <td>
                <code>{field.name}</code>
              </td>
              <td className="muted">{field.format}</td>
              <td>{field.required ? "required" : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
  );
}

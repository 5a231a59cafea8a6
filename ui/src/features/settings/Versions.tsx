// The versions of a stage's instructions: each can be read, compared with the current one, and restored.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commands, queries, type GuideView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { when } from "../../shared/format";
import { attempt, say } from "../../shared/messages";
import { Trouble } from "../../shared/Trouble";
import { Diff } from "./Diff";

interface Props {
  pack: string;
  guide: GuideView;
  onRestored: (fresh: GuideView) => void;
}

type Version = GuideView["versions"][number];

export function Versions({ pack, guide, onRestored }: Props) {
  const [open, setOpen] = useState<number | null>(null);
  const newest = guide.versions.at(-1)?.version;
  if (newest === undefined) return null;
  const shown = guide.versions.find(({ version }) => version === open);
  return (
    <section aria-label="Versions" className="stack">
      <h3 className="sec">Versions</h3>
      <ul className="versions">
        {guide.versions.toReversed().map(({ version, text, written_at: written }) => (
          <li key={version}>
            <button
              type="button"
              className={version === open ? "chip on" : "chip"}
              aria-expanded={version === open}
              onClick={() => setOpen(version === open ? null : version)}
            >
              Version {version}
            </button>{" "}
            <span className="muted">
              {when(written)}
              {text === null && " · pack default"}
              {version === newest && " · current"}
            </span>
          </li>
        ))}
      </ul>
      {shown !== undefined && <Reading key={shown.version} pack={pack} guide={guide} version={shown} onRestored={onRestored} />}
    </section>
  );
}

function Reading({ pack, guide, version, onRestored }: Props & { version: Version }) {
  const diff = useQuery(queries.guideVersion(pack, guide.stage, version.version, guide.versions.length));
  const text = version.text ?? guide.own;
  const restore = async () => {
    const fresh = version.text === null ? commands.resetGuide(pack, guide.stage) : commands.setGuide(pack, guide.stage, version.text);
    onRestored(await fresh);
    say(`Restored version ${version.version}`);
  };
  return (
    <section aria-label={`Version ${version.version}`} className="stack">
      {diff.error !== null && <Trouble error={diff.error} onRetry={() => void diff.refetch()} />}
      {diff.data !== undefined && <Diff lines={diff.data} label={`Version ${version.version} compared with the current version`} same="Same as the current version." />}
      <details>
        <summary>Full text</summary>
        <p className="version readable">{text}</p>
      </details>
      <div className="line">
        <Btn isDisabled={text === guide.text} onPress={() => attempt(restore())}>
          Restore version {version.version}
        </Btn>
      </div>
    </section>
  );
}

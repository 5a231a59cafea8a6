// Says the progress of a batch to a screen reader, at most every ten seconds, and its end at once.
import { useEffect, useRef, useState } from "react";
import type { Overview } from "../ipc";
import { many } from "../shared/format";

const PAUSE = 10_000;

export function ProgressVoice({ overview }: { overview: Overview | undefined }) {
  const [sentence, setSentence] = useState("");
  const spoken = useRef({ at: 0, open: 0 });
  useEffect(() => {
    if (overview === undefined) return;
    const { queued, running, needs_review: review } = overview.counts;
    const open = queued + running;
    const now = Date.now();
    const ended = open === 0 && spoken.current.open > 0;
    if (ended) setSentence(`Everything is read. ${many(review, "document needs", "documents need")} review.`);
    else if (open > 0 && now - spoken.current.at > PAUSE) {
      setSentence(`${many(open, "document")} left to read.`);
      spoken.current.at = now;
    }
    spoken.current.open = open;
  }, [overview]);
  return (
    <div className="unseen" role="status">
      {sentence}
    </div>
  );
}

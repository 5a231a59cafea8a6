// Announces the progress of a batch to screen readers, at most every ten seconds, and its end at once.
import { useEffect, useRef, useState } from "react";
import type { Overview } from "../ipc";
import { many } from "../shared/format";

const PAUSE = 10_000;

/** How a batch ended: unreadable documents first, then those that need a person. */
export function ending({ needs_review: review, failed, cancelled, password: locked }: Overview["counts"]): string {
  const unread = [
    failed > 0 && `${many(failed, "document")} failed`,
    cancelled > 0 && `${many(cancelled, "document was", "documents were")} cancelled`,
    locked > 0 && `${many(locked, "document is", "documents are")} locked`,
  ];
  const told = unread.filter((part) => part !== false).join(", ");
  return `${told === "" ? "All done" : `Done: ${told}`}. ${many(review, "document needs", "documents need")} review.`;
}

export function ProgressVoice({ overview }: { overview: Overview | undefined }) {
  const [sentence, setSentence] = useState("");
  const spoken = useRef({ at: -Infinity, open: 0 });
  useEffect(() => {
    if (overview === undefined) return;
    const { queued, running } = overview.counts;
    const open = queued + running;
    const now = performance.now();
    const ended = open === 0 && spoken.current.open > 0;
    if (ended) setSentence(ending(overview.counts));
    else if (open > 0 && now - spoken.current.at > PAUSE) {
      setSentence(`${many(open, "document")} left.`);
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

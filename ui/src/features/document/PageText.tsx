// The text of a page for screen readers: its blocks in reading order, visually hidden.
import type { PageWords } from "../../ipc";

export function PageText({ number, words: { words, blocks } }: { number: number; words: PageWords }) {
  const text = (from: number, to: number) =>
    words
      .slice(from, to)
      .map((word) => word.text)
      .join(" ");
  return (
    <section className="unseen" aria-label={`Text of page ${number}`}>
      {blocks.length === 0 && <p>{text(0, words.length) || "No text on this page."}</p>}
      {blocks.map((block, index) => (
        <p key={index}>{text(block.from, block.to)}</p>
      ))}
    </section>
  );
}

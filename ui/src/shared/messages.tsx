// Short messages at the bottom of the window: what was done, with its undo, or what could not be done and what to do
// next.
import { UNSTABLE_ToastQueue as Queue } from "react-aria-components";
import { troubleOf } from "../ipc";

export interface Message {
  text: string;
  advice?: string;
  bad?: boolean;
  /** How often it was repeated while shown. */
  times?: number;
  action?: { label: string; run: () => void };
  /** Whether it offers to undo the last action. */
  undoes?: boolean;
}

export const messages = new Queue<Message>({ maxVisibleToasts: 3 });

/** Reports an event. A message with an action stays long enough to be answered. */
export function say(text: string, action?: Message["action"]): void {
  if (action === undefined) messages.add({ text }, { timeout: 5000 });
  else messages.add({ text, action }, { timeout: 12000 });
}

/** Reports an action, with its undo. */
export function sayDone(text: string, undo: () => void): void {
  messages.add({ text, action: { label: "Undo", run: undo }, undoes: true }, { timeout: 12000 });
}

/** Withdraws a message's undo after a later action. */
export function withdraw(): void {
  for (const { key, content } of messages.visibleToasts) if (content.undoes === true) messages.close(key);
}

/** Removes the shown messages: an undo is not offered once there is nothing left to undo. */
export function hush(): void {
  for (const { key } of messages.visibleToasts) messages.close(key);
}

export function complain(error: unknown): void {
  const { message, advice } = troubleOf(error);
  refuse(message, advice);
}

/** Milliseconds: long enough to be read twice. A persisting failure is reported again on the next try. */
const BAD_STAYS = 20_000;

/** Reports a failure. The same sentence again replaces the shown one and is counted. */
export function refuse(text: string, advice: string): void {
  const same = messages.visibleToasts.find(({ content }) => content.bad === true && content.text === text && content.advice === advice);
  if (same !== undefined) messages.close(same.key);
  const times = (same?.content.times ?? 0) + 1;
  messages.add({ text, advice, bad: true, times }, { timeout: BAD_STAYS });
}

/** Starts an action for a button: a refusal becomes a message, never an unhandled rejection. */
export function attempt(work: Promise<unknown>): void {
  work.catch(complain);
}

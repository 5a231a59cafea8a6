// Short messages at the foot of the window: what was done, with its undo, or what could not be done and what to do next.
import { UNSTABLE_ToastQueue as Queue } from "react-aria-components";
import { troubleOf } from "../ipc";

export interface Message {
  text: string;
  advice?: string;
  bad?: boolean;
  /** How often it was said while it was shown. */
  times?: number;
  action?: { label: string; run: () => void };
  /** It offers to take back what was done last. */
  undoes?: boolean;
}

export const messages = new Queue<Message>({ maxVisibleToasts: 3 });

/** Says what happened. What can be answered stays long enough to be answered. */
export function say(text: string, action?: Message["action"]): void {
  if (action === undefined) messages.add({ text }, { timeout: 5000 });
  else messages.add({ text, action }, { timeout: 12000 });
}

/** Says what was done, with the way back. */
export function sayDone(text: string, undo: () => void): void {
  messages.add({ text, action: { label: "Undo", run: undo }, undoes: true }, { timeout: 12000 });
}

/** The undo of a message is over once something else was done last. */
export function withdraw(): void {
  for (const { key, content } of messages.visibleToasts) if (content.undoes === true) messages.close(key);
}

/** Takes away what is shown: an undo is offered no longer once there is nothing left to take back. */
export function hush(): void {
  for (const { key } of messages.visibleToasts) messages.close(key);
}

export function complain(error: unknown): void {
  const { message, advice } = troubleOf(error);
  refuse(message, advice);
}

/** Long enough to be read twice; what is still wrong says so again when it is tried again. */
const BAD_STAYS = 20_000;

/** Says what could not be done. The same sentence again replaces the one that is shown, and is counted. */
export function refuse(text: string, advice: string): void {
  const same = messages.visibleToasts.find(({ content }) => content.bad === true && content.text === text && content.advice === advice);
  if (same !== undefined) messages.close(same.key);
  const times = (same?.content.times ?? 0) + 1;
  messages.add({ text, advice, bad: true, times }, { timeout: BAD_STAYS });
}

/** Starts something for a button: a refusal becomes a message, never a lost rejection. */
export function attempt(work: Promise<unknown>): void {
  work.catch(complain);
}

// Short messages at the foot of the window: what was done, with its undo, or what could not be done and what to do next.
import { UNSTABLE_ToastQueue as Queue } from "react-aria-components";
import { troubleOf } from "../ipc";

export interface Message {
  text: string;
  advice?: string;
  bad?: boolean;
  action?: { label: string; run: () => void };
}

export const messages = new Queue<Message>({ maxVisibleToasts: 3 });

/** Says what happened. What can be undone stays long enough to be undone. */
export function say(text: string, action?: Message["action"]): void {
  if (action === undefined) messages.add({ text }, { timeout: 5000 });
  else messages.add({ text, action }, { timeout: 12000 });
}

/** Takes away what is shown: an undo is offered no longer once there is nothing left to take back. */
export function hush(): void {
  for (const { key } of messages.visibleToasts) messages.close(key);
}

export function complain(error: unknown): void {
  const { message, advice } = troubleOf(error);
  messages.add({ text: message, advice, bad: true });
}

/** Starts something for a button: a refusal becomes a message, never a lost rejection. */
export function attempt(work: Promise<unknown>): void {
  work.catch(complain);
}

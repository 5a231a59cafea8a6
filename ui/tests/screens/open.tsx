// Opens the window over a stand-in, as a test wants it.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { clearMocks, mockIPC, mockWindows } from "@tauri-apps/api/mocks";
import { emit } from "@tauri-apps/api/event";
import { App } from "../../src/app/App";
import { Keyboard, KeyboardContext } from "../../src/shared/keys";
import { messages } from "../../src/shared/messages";
import { picked, standIn, type Standin } from "../standin";

type Answers = Record<string, (args: Record<string, unknown>) => unknown>;

/** `answers` take the place of single commands, also of those that open a dialog of the system. */
export function openWindow(size = 12, answers: Answers = {}) {
  clearMocks();
  messages.visibleToasts.forEach((toast) => messages.close(toast.key));
  const program: Standin = standIn(size, "light");
  mockWindows("main");
  mockIPC(
    (command, args) => {
      const given = (args ?? {}) as Record<string, unknown>;
      const own = answers[command];
      return own === undefined ? program.answer(command, given) : own(given);
    },
    { shouldMockEvents: true },
  );
  const internals = (window as unknown as { __TAURI_INTERNALS__: Record<string, unknown> }).__TAURI_INTERNALS__;
  internals["convertFileSrc"] = (path: string, protocol: string) => `${protocol}://localhost/${path}`;
  internals["metadata"] = { currentWindow: { label: "main" }, currentWebview: { windowLabel: "main", label: "main" } };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  const view = render(
    <QueryClientProvider client={client}>
      <KeyboardContext value={new Keyboard()}>
        <App />
      </KeyboardContext>
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const asked = (command: string) => program.calls.filter((call) => call.command === command);
  return { view, user, program, asked, client };
}

/** What the program tells when files are dragged over the window and let go. */
export const drag = (kind: "over" | "drop" | "leave", paths: string[]) =>
  emit("dragged", { kind, picked: paths.length === 0 ? null : picked(...paths) });

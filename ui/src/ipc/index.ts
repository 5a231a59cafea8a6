// The only connection between the window and the program: commands, events, pictures. Nothing else imports the host.
export * as commands from "./commands";
export { Refusal, troubleOf } from "./commands";
export * from "./host";
export { queries, refresher, staleKeys } from "./queries";
export type * from "./types";

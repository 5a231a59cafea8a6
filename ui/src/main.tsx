// Starts the window: styles, the query cache, the frame.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import "./shared/tokens.css";
import "./shared/base.css";
import "./shared/controls.css";
import "./shared/signs.css";
import "./shared/layers.css";
import "./app/app.css";

// Data is refreshed by events from the program, never by a timer or by the window getting the focus.
const client = new QueryClient({
  defaultOptions: { queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, networkMode: "always" } },
});

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);

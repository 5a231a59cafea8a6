// What the tests' browser lacks: sizes of elements and the media queries of a real window.
import { afterEach, vi } from "vitest";
import { cleanup, configure } from "@testing-library/react";

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal("ResizeObserver", NoObserver);
vi.stubGlobal("matchMedia", (media: string) => ({
  matches: false,
  media,
  addEventListener() {},
  removeEventListener() {},
}));
for (const box of ["offset", "client"]) {
  Object.defineProperty(HTMLElement.prototype, `${box}Height`, { configurable: true, value: 600 });
  Object.defineProperty(HTMLElement.prototype, `${box}Width`, { configurable: true, value: 900 });
}
vi.stubGlobal("CSS", { escape: (text: string) => text.replaceAll(/[^\w-]/g, (sign) => `\\${sign}`), supports: () => false });
HTMLImageElement.prototype.decode = () => Promise.resolve();
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

// A loaded machine is slow, not wrong.
configure({ asyncUtilTimeout: 8000 });

afterEach(cleanup);

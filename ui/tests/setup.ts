// What the tests' browser lacks: sizes of elements and the media queries of a real window.
import { afterEach, vi } from "vitest";
import { cleanup } from "@testing-library/react";

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
Object.defineProperty(HTMLElement.prototype, "offsetHeight", { configurable: true, value: 600 });
Object.defineProperty(HTMLElement.prototype, "offsetWidth", { configurable: true, value: 900 });
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

afterEach(cleanup);

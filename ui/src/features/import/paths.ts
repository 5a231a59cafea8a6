// Paths in pasted text: one per line, plain, quoted or as file URLs. Anything else is ignored.

const ABSOLUTE = /^(\/|[A-Za-z]:[\\/]|\\\\)/;

export function pathsIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^(["'])(.*)\1$/, "$2"))
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(fromAddress)
    .filter((path): path is string => path !== null && ABSOLUTE.test(path));
}

function fromAddress(line: string): string | null {
  if (!line.startsWith("file:")) return line;
  try {
    const path = decodeURIComponent(new URL(line).pathname);
    return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path;
  } catch {
    return null;
  }
}

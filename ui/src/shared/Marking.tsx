// A marking in the color that its pack gives the level, readable in every theme.
import type { MarkingView } from "../ipc";

/** Black or white, whichever has more contrast with the color (WCAG's relative luminance). */
export function inkOn(colour: string): "#000000" | "#ffffff" {
  const parts = /^#(..)(..)(..)$/.exec(colour)?.slice(1) ?? [];
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? "#000000" : "#ffffff";
}

/** `undefined` for a level without a color. */
export function markingColours(colour: string | null | undefined) {
  return colour === null || colour === undefined ? undefined : { background: colour, color: inkOn(colour) };
}

export function MarkingChip({ marking }: { marking: MarkingView }) {
  const words = marking.cancelled ? `${marking.line} (cancelled)` : marking.line;
  return (
    <span
      className={marking.cancelled ? "level cancelled" : "level"}
      style={marking.cancelled ? undefined : markingColours(marking.colour)}
      title={words}
    >
      {words}
    </span>
  );
}

// A figure that opens the documents behind it.
import type { ReactNode } from "react";
import { Button } from "react-aria-components";

export type Open = (positions: number[], from: HTMLElement) => void;

interface Props {
  positions: number[];
  label: string;
  onOpen: Open;
  children: ReactNode;
}

export function Opens({ positions, label, onOpen, children }: Props) {
  return (
    <Button className="btn link figure" aria-label={label} onPress={({ target }) => onOpen(positions, target as HTMLElement)}>
      {children}
    </Button>
  );
}

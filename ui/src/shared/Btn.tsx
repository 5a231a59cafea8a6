// The standard button. Its kind sets its emphasis; a key cap may be shown beside its text.
import { Button, type ButtonProps } from "react-aria-components";
import { Cap } from "./keys";

interface Props extends Omit<ButtonProps, "className" | "children"> {
  kind?: "primary" | "quiet" | "danger" | "link";
  cap?: string;
  children: React.ReactNode;
}

export function Btn({ kind, cap, children, ...rest }: Props) {
  return (
    <Button {...rest} className={kind === undefined ? "btn" : `btn ${kind}`}>
      {children}
      {cap !== undefined && <Cap keys={cap} />}
    </Button>
  );
}

// The button of the house. Its kind says how loud it is; a key cap may stand beside its word.
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

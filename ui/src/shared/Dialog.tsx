// A modal dialog: title, body, buttons. Escape and the backdrop close it unless its work forbids that.
import { useEffect, type ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { refocus } from "./focus";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  alert?: boolean;
}

export function Dialog({ title, onClose, children, footer, wide = false, alert = false }: Props) {
  // The focus returns to its previous place within a frame; only then is it known whether it was lost.
  useEffect(() => () => void requestAnimationFrame(() => requestAnimationFrame(refocus)), []);
  return (
    <ModalOverlay className="shade" isOpen isDismissable={!alert} onOpenChange={(open) => !open && onClose()}>
      <Modal className={wide ? "modal wide" : "modal"} data-modal="">
        <AriaDialog role={alert ? "alertdialog" : "dialog"}>
          <header>
            <Heading slot="title" level={1}>
              {title}
            </Heading>
          </header>
          <div className="body">{children}</div>
          {footer !== undefined && <footer>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

// Asks for the password of a locked PDF. It is also tried on other locked ones and kept in memory only.
import { useState } from "react";
import { commands } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { many } from "../../shared/format";
import { TextInput } from "../../shared/inputs";
import { complain, say } from "../../shared/messages";

interface Props {
  document: { id: string; name: string };
  onClose: () => void;
}

export function PasswordSheet({ document, onClose }: Props) {
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [working, setWorking] = useState(false);

  const open = async () => {
    if (password === "" || working) return;
    setWorking(true);
    try {
      const { opened, still_locked } = await commands.unlock(document.id, password);
      setPassword("");
      if (!opened.includes(document.id)) {
        const others = opened.length > 0 ? ` It unlocked ${many(opened.length, "other document")}.` : "";
        setFault(`This password does not open ${document.name}.${others} Try another password.`);
        return;
      }
      onClose();
      const left = still_locked > 0 ? `; ${many(still_locked, "document is", "documents are")} still locked` : "";
      say(`Unlocked ${many(opened.length, "document")}${left}`);
    } catch (error) {
      complain(error);
    } finally {
      setWorking(false);
    }
  };

  const footer = (
    <>
      <Btn onPress={onClose}>Cancel</Btn>
      <Btn kind="primary" isDisabled={password === "" || working} onPress={() => void open()}>
        Unlock
      </Btn>
    </>
  );
  return (
    <Dialog title="This document is locked" onClose={onClose} footer={footer}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <p>{document.name}</p>
        <TextInput
          label="Password"
          type="password"
          autoComplete="off"
          autoFocus
          value={password}
          onChange={(text) => {
            setPassword(text);
            setFault(null);
          }}
          hint="Also tried on the other locked documents. Kept in memory until you quit, never stored."
          fault={fault}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

import { Modal, type ModalProps } from '@mantine/core';
import { createContext, type RefObject, useContext, useEffect, useRef } from 'react';
import { askToLeave, type Lost, useUnsaved } from './use-unsaved.ts';

type MayClose = () => boolean | Promise<boolean>;

const OpenForm = createContext<RefObject<MayClose> | null>(null);

/** A dialog with a DialogForm or a secret. To close it, or to leave its page, asks first if something would be lost. */
export function FormModal({ onClose, children, ...modal }: ModalProps) {
  const mayClose = useRef<MayClose>(() => true);
  const close = async () => {
    if (await mayClose.current()) onClose();
  };
  return (
    <Modal {...modal} onClose={() => void close()}>
      <OpenForm value={mayClose}>{children}</OpenForm>
    </Modal>
  );
}

/** Has the dialog around ask before it closes while this has something to lose. */
export function useUnsavedForm(hasChanges: () => boolean, lost?: Lost): void {
  const dialog = useContext(OpenForm);
  useUnsaved(hasChanges, lost);
  useEffect(() => {
    if (dialog === null) return;
    dialog.current = () => !hasChanges() || askToLeave(lost);
    return () => {
      dialog.current = () => true;
    };
  });
}

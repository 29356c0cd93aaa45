import { Modal, type ModalProps } from '@mantine/core';
import { createContext, type RefObject, useContext, useEffect, useRef } from 'react';
import { askToLeave, useUnsaved } from './use-unsaved.ts';

type HasChanges = () => boolean;

const OpenForm = createContext<RefObject<HasChanges> | null>(null);

/** A dialog with a DialogForm. To close it with unsaved changes, or to leave its page, asks first. */
export function FormModal({ onClose, children, ...modal }: ModalProps) {
  const hasChanges = useRef<HasChanges>(() => false);
  const close = async () => {
    if (!hasChanges.current() || (await askToLeave())) onClose();
  };
  return (
    <Modal {...modal} onClose={() => void close()}>
      <OpenForm value={hasChanges}>{children}</OpenForm>
    </Modal>
  );
}

/** Tells the dialog around a form whether the form has unsaved changes. */
export function useUnsavedForm(hasChanges: HasChanges): void {
  const dialog = useContext(OpenForm);
  useUnsaved(hasChanges);
  useEffect(() => {
    if (dialog === null) return;
    dialog.current = hasChanges;
    return () => {
      dialog.current = () => false;
    };
  });
}

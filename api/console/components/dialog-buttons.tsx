import { Button, type ButtonProps, Group } from '@mantine/core';

interface DialogButtonsProps extends ButtonProps {
  readonly onClose: () => void;
  /** The word on the button that closes. */
  readonly close?: string;
  /** The words on the button that acts; without them there is none. */
  readonly verb?: string | false;
  /** Left out if it submits the form around it. */
  readonly onAct?: () => void;
}

/** The buttons under a dialog: to close it, and to act. */
export function DialogButtons({ onClose, close = 'Cancel', verb, onAct, ...button }: DialogButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {close}
      </Button>
      {verb && (
        <Button type={onAct ? 'button' : 'submit'} onClick={onAct} {...button}>
          {verb}
        </Button>
      )}
    </Group>
  );
}

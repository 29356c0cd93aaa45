import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifyDone, notifyFailed } from './notify.tsx';

interface Confirmation {
  readonly title: string;
  /** What it changes, in numbers. */
  readonly text: string;
  /** The word on the button. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  readonly act: () => Promise<unknown>;
  /** The message when it is done. */
  readonly done: string;
}

/** Asks before an action. Then shows that it is done, or why not. */
export function confirm({ title, text, verb, isDangerous = false, act, done }: Confirmation): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm: verb, cancel: 'Leave as it is' },
    confirmProps: isDangerous ? { color: 'red.9' } : {},
    onConfirm: () => void act().then(() => notifyDone(done), notifyFailed),
  });
}

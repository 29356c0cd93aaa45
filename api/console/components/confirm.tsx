import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifyDone, notifyFailed } from './notify.tsx';

interface Question {
  readonly title: string;
  /** What it changes, in numbers. */
  readonly text: string;
  /** The word on the button. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** The word on the other button. */
  readonly cancel?: string;
}

/** An action, and the question before it. */
export interface Confirmation extends Question {
  readonly act: () => Promise<unknown>;
  /** The message when it is done. */
  readonly done: string;
}

/** Asks before an action. Then shows that it is done, or why not. */
export function confirm({ act, done, ...question }: Confirmation): void {
  void ask(question).then((isMeant) => {
    if (isMeant) act().then(() => notifyDone(done), notifyFailed);
  });
}

/** Asks a question. Returns whether the answer is yes. */
export function ask({ title, text, verb, isDangerous = false, cancel }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: verb, cancel: cancel ?? 'Cancel' },
      confirmProps: isDangerous ? { color: 'red.9' } : {},
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}

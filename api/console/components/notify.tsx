import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { sentenceOf } from '../client/service-error.ts';
import { LinkedSentence } from './linked-sentence.tsx';
import { PlainButton } from './plain-button.tsx';

/** How long an Undo is offered. */
const UNDO_MS = 20_000;

/** Says that something is done, and offers to take it back. */
export function notifyDone(message: string, undo?: () => Promise<unknown>): void {
  if (undo === undefined) {
    notifications.show({ message, color: 'green' });
    return;
  }
  const takeBack = () => {
    notifications.hide(id);
    undo().then(() => notifyDone('Undone.'), notifyFailed);
  };
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <PlainButton size="xs" flex="none" onClick={takeBack}>
          Undo
        </PlainButton>
      </Group>
    ),
    color: 'green',
    autoClose: UNDO_MS,
  });
}

/** Says that something was not done, and why. For actions without a form. */
export function notifyFailed(error: unknown): void {
  const message = <LinkedSentence text={sentenceOf(error)} />;
  notifications.show({ message, color: 'red', autoClose: false });
}

import { Alert, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { type Effect, EffectTable } from './effect-table.tsx';
import { notifyDone, notifyFailed } from './notify.tsx';

export interface Question {
  readonly title: string;
  /** What it changes, in numbers. */
  readonly text: string;
  /** The same as a table. */
  readonly effects?: readonly Effect[];
  /** What the answer is about, if a table of effects is not enough. */
  readonly details?: ReactNode;
  /** What else must be known before. */
  readonly notice?: string | undefined;
  /** The word on the button. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** The word on the other button. */
  readonly cancel?: string;
}

/** An action, and the question before it. */
export interface Confirmation extends Question {
  /** A function that it answers takes it back. */
  readonly act: () => Promise<unknown>;
  /** The message when it is done. */
  readonly done: string;
}

type Undo = () => Promise<unknown>;

/** Asks before an action. Then shows that it is done, with an Undo, or why not. */
export function confirm({ act, done, ...question }: Confirmation): void {
  void ask(question).then((isMeant) => {
    if (isMeant)
      act().then(
        (answer) => notifyDone(done, typeof answer === 'function' ? (answer as Undo) : undefined),
        notifyFailed,
      );
  });
}

/** Asks a question. Returns whether the answer is yes. */
export function ask(question: Question): Promise<boolean> {
  const { title, text, effects, details, notice, verb, isDangerous = false, cancel } = question;
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          {effects && effects.length > 0 && <EffectTable effects={effects} />}
          {details}
          {notice !== undefined && (
            <Alert color="yellow" variant="light">
              {notice}
            </Alert>
          )}
        </Stack>
      ),
      size: effects || details ? 'lg' : 'md',
      labels: { confirm: verb, cancel: cancel ?? 'Cancel' },
      confirmProps: { 'data-confirm': true, ...(isDangerous && { color: 'red.9' }) },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}

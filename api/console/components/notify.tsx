import { notifications } from '@mantine/notifications';
import { sentenceOf } from '../client/service-error.ts';
import { LinkedSentence } from './linked-sentence.tsx';

/** Says that something is done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green' });
}

/** Says that something was not done, and why. For actions without a form. */
export function notifyFailed(error: unknown): void {
  const message = <LinkedSentence text={sentenceOf(error)} />;
  notifications.show({ message, color: 'red', autoClose: false });
}

import { useBlocker } from '@tanstack/react-router';
import { ask } from './confirm.tsx';

/** What is lost when a page is left, and the words of the question. */
const QUESTIONS = {
  changes: {
    title: 'Leave without saving?',
    text: 'If you leave now, your changes will be lost.',
    verb: 'Leave without saving',
    cancel: 'Keep editing',
  },
  secret: {
    title: 'Close without the secret?',
    text: 'It is never shown again. Copy it first.',
    verb: 'Close without it',
    cancel: 'Back to the secret',
  },
  upload: {
    title: 'Cancel the upload?',
    text: 'The file has not been uploaded completely. If you leave now, the run will not start.',
    verb: 'Cancel upload',
    cancel: 'Keep uploading',
  },
};

/** What is lost by leaving. */
export type Lost = keyof typeof QUESTIONS;

/** Asks whether to leave, although something is lost by it. */
export const askToLeave = (lost: Lost = 'changes') => ask(QUESTIONS[lost]);

/** What of an address is another place to be, and not another view of it. */
interface Place {
  readonly pathname: string;
  readonly search: { readonly client?: string; readonly environment?: string };
}

const isSamePlace = (a: Place, b: Place) =>
  a.pathname === b.pathname &&
  a.search.client === b.search.client &&
  a.search.environment === b.search.environment;

/** Asks before a page with unsaved changes or an upload is left, by a link, by Back or by closing the window. */
export function useUnsaved(hasChanges: () => boolean, lost?: Lost): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      !isSamePlace(current, next) && hasChanges() && !(await askToLeave(lost)),
    enableBeforeUnload: hasChanges,
  });
}

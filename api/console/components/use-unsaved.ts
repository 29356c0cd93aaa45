import { useBlocker } from '@tanstack/react-router';
import { ask } from './confirm.tsx';

/** Asks whether to leave unsaved changes. */
export const askToLeave = () =>
  ask({
    title: 'Leave without saving?',
    text: 'If you leave now, your changes will be lost.',
    verb: 'Leave without saving',
    cancel: 'Keep editing',
  });

/** Asks before the page with unsaved changes is left, by a link, by Back or by closing the window. */
export function useUnsaved(hasChanges: () => boolean): void {
  useBlocker({
    shouldBlockFn: async () => hasChanges() && !(await askToLeave()),
    enableBeforeUnload: hasChanges,
  });
}

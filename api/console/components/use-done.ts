import { useDraft } from '../client/draft.tsx';
import { useScope } from '../client/scope.ts';
import { type Confirmation, confirm } from './confirm.tsx';
import { notifyDone, notifyFailed } from './notify.tsx';

const inDraft = (message: string) => notifyDone(`In the draft: ${message}`);

/** Says that something is done: to the account, or in the open draft. */
export const useDone = () => (useDraft() === null ? notifyDone : inDraft);

/**
 * Asks before an action on the account, and says in Test that Live has the same account. An action on a draft is done at
 * once, because it can be undone.
 */
export function useConfirm(): (confirmation: Confirmation) => void {
  const draft = useDraft();
  const isTest = useScope().environment === 'test';
  const notice = isTest ? 'Test and Live share this account: Live changes too.' : undefined;
  if (draft === null) return (confirmation) => confirm({ notice, ...confirmation });
  return ({ act, done }) => void act().then(() => inDraft(done), notifyFailed);
}

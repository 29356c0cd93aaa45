import { useDraft } from '../client/draft.tsx';
import { type Confirmation, confirm } from './confirm.tsx';
import { notifyDone, notifyFailed } from './notify.tsx';

const inDraft = (message: string) => notifyDone(`In the draft: ${message}`);

/** Says that something is done: to the account, or in the open draft. */
export const useDone = () => (useDraft() === null ? notifyDone : inDraft);

/** Asks before an action on the account. An action on a draft is done at once, because it can be undone. */
export function useConfirm(): (confirmation: Confirmation) => void {
  const draft = useDraft();
  if (draft === null) return confirm;
  return ({ act, done }) => void act().then(() => inDraft(done), notifyFailed);
}

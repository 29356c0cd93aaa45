import { useDraft } from './draft.tsx';
import { useSession } from './session.ts';

/** Whether the person who is signed in may change the account: owners and operators may, members may not. A draft all may. */
export function useMayChange(): boolean {
  const isDraft = useDraft() !== null;
  const role = useSession().data?.user.role;
  return isDraft || role === 'owner' || role === 'operator';
}

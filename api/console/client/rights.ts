import { useDraft } from './draft.tsx';
import { useSession } from './session.ts';

/** Whether the person who is signed in may change the account: owners and operators may, members may not. A draft all may. */
export function useMayChange(): boolean {
  const isDraft = useDraft() !== null;
  const role = useSession().data?.user.role;
  return isDraft || role === 'owner' || role === 'operator';
}

/** Whether they may correct orders and stock: members may, viewers may not. */
export function useMayWork(): boolean {
  const role = useSession().data?.user.role ?? null;
  return role !== null && role !== 'viewer';
}

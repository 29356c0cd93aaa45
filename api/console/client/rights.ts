import { useSession } from './session.ts';

/** Whether who is signed in may change the account: owners and operators. Members look. */
export function useMayChange(): boolean {
  const role = useSession().data?.user.role;
  return role === 'owner' || role === 'operator';
}

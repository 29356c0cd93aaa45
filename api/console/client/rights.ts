import { useSession } from './session.ts';

/** Whether the person who is signed in may change the account: owners and operators may, members may not. */
export function useMayChange(): boolean {
  const role = useSession().data?.user.role;
  return role === 'owner' || role === 'operator';
}

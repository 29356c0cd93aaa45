import type { Prisma } from '../db/generated/client.ts';
import type { UserRole } from '../db/generated/enums.ts';
import type { Caller, KnownClient } from './access.ts';

/** A person's account, with what they are in it. */
export interface Membership {
  readonly role: UserRole;
  readonly client: KnownClient & { readonly name: string };
}

/** A person who is signed in. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly is_operator: boolean;
  /** By slug; empty for an operator. */
  readonly memberships: readonly Membership[];
}

/** What is read of a `Person`. */
export const PERSON = {
  id: true,
  email: true,
  is_operator: true,
  memberships: {
    select: { role: true, client: { select: { id: true, slug: true, name: true, active: true } } },
    orderBy: { client: { slug: 'asc' } },
  },
} as const satisfies Prisma.UserSelect;

/**
 * The person as a caller. `slug` is the account that a request names; null: it names none, and they work on their only
 * account.
 */
export function callerOf({ id, email, is_operator, memberships }: Person, slug: string | null): Caller {
  const who = { kind: 'user', id, name: email } as const;
  if (is_operator) return { ...who, role: 'operator', client_id: null };
  const only = memberships.length === 1 ? memberships[0] : undefined;
  const chosen = slug === null ? only : memberships.find(({ client }) => client.slug === slug);
  return { ...who, role: chosen?.role ?? null, client_id: chosen?.client.id ?? null };
}

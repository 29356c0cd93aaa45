import type { Prisma } from '../db/generated/client.ts';
import type { UserRole } from '../db/generated/enums.ts';
import type { Caller, KnownClient } from './access.ts';

/** A person's account, with what they are in it. */
export interface Membership {
  readonly role: UserRole;
  readonly client: KnownClient & { readonly name: string; readonly require_second_factor: boolean };
}

/** A person who is signed in. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly is_operator: boolean;
  /** Since when they have a second factor; null: they have none. */
  readonly second_factor_at: Date | null;
  /** By slug; empty for an operator. */
  readonly memberships: readonly Membership[];
}

/** What is read of a `Person`. */
export const PERSON = {
  id: true,
  email: true,
  is_operator: true,
  second_factor_at: true,
  memberships: {
    select: {
      role: true,
      client: { select: { id: true, slug: true, name: true, active: true, require_second_factor: true } },
    },
    orderBy: { client: { slug: 'asc' } },
  },
} as const satisfies Prisma.UserSelect;

/** Whether operators need a second factor (OPERATOR_SECOND_FACTOR). */
export interface OperatorRules {
  readonly operatorSecondFactor: boolean;
}

/**
 * The person as a caller. `slug` is the account that a request names; null: it names none, and they work on their only
 * account.
 */
export function callerOf(person: Person, slug: string | null, rules: OperatorRules): Caller {
  const { id, email, is_operator, memberships } = person;
  const only = memberships.length === 1 ? memberships[0] : undefined;
  const chosen = slug === null ? only : memberships.find(({ client }) => client.slug === slug);
  const must_enrol = is_operator ? mustEnrolAsOperator(person, rules) : chosen && mustEnrolIn(person, chosen);
  const who = { kind: 'user', id, name: email, ...(must_enrol && { must_enrol }) } as const;
  if (is_operator) return { ...who, role: 'operator', client_id: null };
  return { ...who, role: chosen?.role ?? null, client_id: chosen?.client.id ?? null };
}

/** Whether a person can only set up a second factor in an account, because it requires one and they have none. */
export function mustEnrolIn({ second_factor_at }: Person, { client }: Membership): boolean {
  return second_factor_at === null && client.require_second_factor;
}

/** The same for an operator in the whole service. */
export function mustEnrolAsOperator(
  { is_operator, second_factor_at }: Person,
  { operatorSecondFactor }: OperatorRules,
): boolean {
  return is_operator && second_factor_at === null && operatorSecondFactor;
}

import type { ActorKind, UserRole } from '../db/generated/enums.ts';
import type { ErrorCode } from '../foundation/errors/catalogue.ts';

/**
 * Who may use a route of the account API. `public`: anybody. `signed_in`: every person who is signed in and every token.
 * `person`: people alone. `own`: people who signed in with their password, because it is about what is theirs in all accounts.
 * `member` and `owner`: those of the request's client; an operator has the rights of its owner, and a viewer those of a
 * member who only reads. `operator`: operators of the whole service.
 */
export type RouteRole = 'public' | 'signed_in' | 'person' | 'own' | 'member' | 'owner' | 'operator';

/** What a caller is in an account, or in the whole service. */
export type CallerRole = UserRole | 'operator';

/** The lowest first. */
export const ROLES: readonly UserRole[] = ['viewer', 'member', 'owner'];

/** The role of two that has fewer rights. */
export function lowerRole(a: UserRole, b: UserRole): UserRole {
  return ROLES[Math.min(ROLES.indexOf(a), ROLES.indexOf(b))]!;
}

/** A person who is signed in, or a token. */
export interface Caller {
  readonly kind: 'user' | 'token';
  /** Of the user or of the token. */
  readonly id: number;
  /** The person's address, or the token's name. */
  readonly name: string;
  /** null: they are in several accounts and named none, or one that they are not in. */
  readonly role: CallerRole | null;
  /** The account that they work on; null for an operator of the whole service, and where `role` is null. */
  readonly client_id: number | null;
  /** Of a person: they have not shown lately that it is them, so they may not change keys, tokens and people. */
  readonly unconfirmed?: boolean;
  /** Of a person: a second factor is required where they work, and they have none. */
  readonly must_enrol?: boolean;
  /** Of a person: single sign-on is required where they work, and they signed in with a password. */
  readonly needs_sso?: boolean;
  /** Of a person: they signed in by the provider of the account that they work on. */
  readonly by_sso?: boolean;
  /** From where the request came. */
  readonly address: string;
  /** Of a person: their session. */
  readonly session_id?: number;
  /** Of a token: the address of the person of the account who made it. */
  readonly created_by?: string | null;
}

/** The client of a request. */
export interface KnownClient {
  readonly id: number;
  readonly slug: string;
  readonly active: boolean;
}

/** Whether a route works on the account of one client. */
export function isOfClient(role: RouteRole): role is 'member' | 'owner' {
  return role === 'member' || role === 'owner';
}

/**
 * Decides whether `caller` may use a route of `role`: null, or the error to answer with
 * (docs/reference/account-api.md). `slug` is the value of `?client`, null without it. `client` is the account that the
 * caller works on or, for an operator, the client of that slug; null if there is none. `reads`: the request changes nothing.
 */
export function accessRefusal(
  role: RouteRole,
  caller: Caller | null,
  {
    slug,
    client,
    reads = false,
  }: { readonly slug: string | null; readonly client: KnownClient | null; readonly reads?: boolean },
): ErrorCode | null {
  if (role === 'public') return null;
  if (caller === null) return 'not_signed_in';
  if (role === 'signed_in') return null;
  if (role === 'person' || role === 'own') {
    if (caller.kind === 'token') return 'person_required';
    return role === 'own' && caller.by_sso ? 'password_required' : null;
  }
  if (caller.needs_sso) return 'sso_required';
  if (caller.must_enrol) return 'enrol_second_factor';
  if (caller.role === 'operator') {
    if (role === 'operator') return null;
    if (slug === null) return 'client_required';
    return client === null ? 'not_found' : null;
  }
  if (role === 'operator') return 'forbidden';
  if (caller.role === null && slug === null) return 'client_required';
  if (client === null || (slug !== null && slug !== client.slug)) return 'not_found';
  if (!client.active) return 'subscription_inactive';
  if (caller.role === 'viewer' && !reads) return 'forbidden';
  return role === 'owner' && caller.role !== 'owner' ? 'forbidden' : null;
}

/** Who changed something, as the audit log names them. Only the service and its machine act from nowhere. */
export type Actor = ActorName &
  (
    | { readonly kind: Extract<ActorKind, 'service' | 'command_line'>; readonly address?: string }
    | { readonly kind: Exclude<ActorKind, 'service' | 'command_line'>; readonly address: string }
  );

interface ActorName {
  /** A person's address, or the name of a token or key. */
  readonly name: string;
  /** The address of the person of an account who does it, also if they do it by a token. What they make is theirs. */
  readonly person?: string | null;
  /** As of a caller. */
  readonly unconfirmed?: boolean;
  /** As of a caller. */
  readonly by_sso?: boolean;
  /** Of a person: their session, and their id. */
  readonly session_id?: number;
  readonly person_id?: number;
}

/** Who changes which client's account. */
export interface AccountEditor {
  readonly slug: string;
  readonly who: Actor;
}

/** The same for a part of it that must have the version `if_match`; undefined: any. */
export interface AccountEdit extends AccountEditor {
  readonly if_match: string | undefined;
}

/** Anybody who can run commands on the service's machine. */
export const COMMAND_LINE: Actor = { kind: 'command_line', name: 'command line' };

/** The service itself. */
export const SERVICE: Actor = { kind: 'service', name: 'service' };

/** What a sync of stock makes the service do. */
export const SYNC: Actor = { kind: 'service', name: 'sync' };

/** A caller as the audit log names them. */
export function actorOf({
  kind,
  id,
  role,
  name,
  created_by = null,
  unconfirmed = false,
  by_sso = false,
  address,
  session_id,
}: Omit<Caller, 'client_id'>): Actor {
  const by = {
    name,
    ...(unconfirmed && { unconfirmed }),
    ...(by_sso && { by_sso }),
    address,
    ...(session_id !== undefined && { session_id }),
    ...(kind === 'user' && { person_id: id }),
  };
  if (role === 'operator') return { kind: 'operator', ...by };
  return { kind, person: kind === 'user' ? name : created_by, ...by };
}

/** Whether they may change what an owner may not (docs/reference/account-api.md). */
export function hasOperatorRights({ kind }: Actor): boolean {
  return kind === 'operator' || kind === 'command_line';
}

import type { ActorKind } from '../db/generated/enums.ts';
import type { Caller } from './access.ts';

/** Who changed something, as the audit log names them. */
export interface Actor {
  readonly kind: ActorKind;
  /** A person's address, or the name of a token or key. */
  readonly name: string;
  /** The address of the person of an account who does it, also if they do it by a token. What they make is theirs. */
  readonly person?: string | null;
  /** As of a caller. */
  readonly unconfirmed?: boolean;
  /** From where they do it; left out: from the service's machine. */
  readonly address?: string;
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

/** A caller as the audit log names them. */
export function actorOf({
  kind,
  id,
  role,
  name,
  created_by = null,
  unconfirmed = false,
  address,
  session_id,
}: Omit<Caller, 'client_id'>): Actor {
  const by = {
    name,
    ...(unconfirmed && { unconfirmed }),
    ...(address !== undefined && { address }),
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

import { providerClaims } from '../../contracts/account/sso.ts';
import type { UserRole } from '../../db/generated/enums.ts';
import { faultsOf } from '../../foundation/errors/faults.ts';
import { ROLES } from '../actor.ts';

/** Characters of a claim, as JSON. */
const MAX_CLAIM = 10_000;
const MAX_DEPTH = 10;
/** What PostgreSQL takes in no text: NUL, and halves of characters. As JSON writes them. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/i;

/** What a provider says of a person, parsed. */
export interface ProviderPerson extends ReturnType<typeof providerClaims.parse> {
  /** Values of the claim that says the role; null: there is no such claim, or none is wanted. */
  readonly roles: readonly string[] | null;
  /** What an owner who tests the connection is shown. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Parses claims before anything else sees them. Throws an Error that says in words what is wrong. */
export function readClaims(claims: object, role_claim: string | null): ProviderPerson {
  for (const [name, value] of Object.entries(claims)) checkSize(name, value);
  const { data, error } = providerClaims.safeParse(claims);
  if (error) {
    const [fault] = faultsOf(error.issues);
    throw new Error(`the claim ${fault!.path} ${fault!.message}`);
  }
  const value = role_claim === null ? undefined : claimAt(claims, role_claim);
  const { iss, sub, email = null, email_verified = null, auth_time = null } = data;
  const shown = { iss, sub, email, email_verified, auth_time };
  return {
    ...data,
    roles: value === undefined ? null : textsOf(role_claim!, value),
    shown: role_claim === null ? shown : { ...shown, [role_claim]: value ?? null },
  };
}

function checkSize(name: string, value: unknown): void {
  const at = name.slice(0, 100);
  if (isDeeper(value, MAX_DEPTH)) throw new Error(`the claim ${at} is nested too deep`);
  const text = JSON.stringify(value);
  if (text.length > MAX_CLAIM) throw new Error(`the claim ${at} has more than 10 kB`);
  if (UNSTORABLE.test(text)) throw new Error(`the claim ${at} has a character that no text may have`);
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1));
}

function textsOf(name: string, value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  if (values.every((each) => ['string', 'number', 'boolean'].includes(typeof each)))
    return values.map(String);
  throw new Error(`the claim ${name} must be a text or a list of texts`);
}

/** The claim of a name, also one within another. A name on the way may have dots: `resource_access.my.app.roles`. */
export function claimAt(within: unknown, name: string): unknown {
  if (typeof within !== 'object' || within === null) return undefined;
  if (Object.hasOwn(within, name)) return (within as Record<string, unknown>)[name];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const head = name.slice(0, dot);
    if (!Object.hasOwn(within, head)) continue;
    const found = claimAt((within as Record<string, unknown>)[head], name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The role that a provider gives; null: none; undefined: it does not give roles. */
export function roleOf(
  { role_claim, roles }: { readonly role_claim: string | null; readonly roles: object | null },
  person: ProviderPerson,
): UserRole | null | undefined {
  if (role_claim === null) return undefined;
  const given = new Set(
    (person.roles ?? []).map((each) =>
      roles === null ? each : Object.hasOwn(roles, each) && (roles as Record<string, unknown>)[each],
    ),
  );
  return ROLES.findLast((role) => given.has(role)) ?? null;
}

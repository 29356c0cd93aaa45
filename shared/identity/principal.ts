import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import type { NamedActor } from '../contracts/common.ts';
import { type IpRange, parseRange } from '../contracts/ip-range.ts';
import type { Scope } from '../contracts/scopes.ts';
import type { Database } from '../db/database.ts';
import type { ContractVariant, Environment, PlanPeriod, SubscriptionStatus } from '../db/generated/enums.ts';
import { oneOf, prepared } from '../db/sql.ts';
import { Batcher } from '../foundation/batcher.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { perObject } from '../foundation/per-object.ts';
import { SERVICE } from './actor.ts';
import { looksLikeSecret, secretHash } from './secrets.ts';

/** The client of a request, with its ledger of one environment and the present limits of its plan. */
export interface Principal {
  readonly client_id: number;
  readonly ledger_id: number;
  readonly environment: Environment;
  readonly contract_variant: ContractVariant;
  readonly plan: PlanLimits;
  readonly subscription_status: SubscriptionStatus;
  /** The configuration that a new run is made under. */
  readonly configuration_id: number;
  /** Events that its webhook endpoints want. */
  readonly webhook_events: readonly string[];
  /** Who makes the request. */
  readonly by: NamedActor;
}

/** A principal whose request was made with an API key. */
export interface KeyPrincipal extends Principal {
  readonly api_key_id: number;
  readonly key_name: string;
  readonly key_prefix: string;
  /** What it may do; null: everything. */
  readonly scopes: readonly Scope[] | null;
  /** ISO 8601, as PostgreSQL writes it; null: it does not expire. */
  readonly expires_at: string | null;
  /** Where it may be used from; null: anywhere. */
  readonly allowed_addresses: readonly string[] | null;
}

/** The limits of a client: its own or, without any, those of its plan. Null: no limit. */
export interface PlanLimits {
  readonly code: string;
  readonly routed_orders_limit: number | null;
  readonly routed_orders_period: PlanPeriod;
  readonly inventory_rows_limit: number | null;
}

type PrincipalRow<P extends Principal> = Omit<P, 'by'> & { active: boolean };

const COLUMNS = `
  c.id AS client_id, l.id AS ledger_id, l.environment, c.contract_variant, c.active, c.subscription_status,
  c.configuration_id, c.webhook_events, json_build_object(
    'code', p.code, 'routed_orders_period', p.routed_orders_period,
    'routed_orders_limit', coalesce(c.routed_orders_limit, p.routed_orders_limit),
    'inventory_rows_limit', coalesce(c.inventory_rows_limit, p.inventory_rows_limit)
  ) AS plan`;

/** A principal as one JSON text, because parsing it costs less than reading a row of many columns in pg. */
const ofKeys = (hashes: readonly Buffer[]) => sql`
  SELECT encode(h.hash, 'hex'), (
    SELECT row_to_json(found)::text
    FROM (
      SELECT k.id AS api_key_id, k.name AS key_name, k.key_prefix, k.scopes, k.expires_at, k.allowed_addresses,
             ${raw(COLUMNS)}
    ) AS found
  )
  FROM access_keys k
  CROSS JOIN LATERAL (
    VALUES (k.key_hash), (CASE WHEN k.previous_until > now() THEN k.previous_hash END)
  ) AS h (hash)
  JOIN clients c ON c.id = k.client_id
  JOIN plans p ON p.code = c.plan_code
  JOIN ledgers l ON l.client_id = k.client_id AND l.environment = k.environment
  WHERE (k.key_hash ${oneOf(hashes)} OR k.previous_hash ${oneOf(hashes)}) AND h.hash ${oneOf(hashes)}
    AND k.kind = 'api_key' AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

const OF_LEDGER = `
  SELECT row_to_json(found)::text
  FROM (
    SELECT ${COLUMNS}
    FROM clients c
    JOIN plans p ON p.code = c.plan_code
    JOIN ledgers l ON l.client_id = c.id
    WHERE c.id = $1 AND l.environment = $2::environment
  ) AS found`;

/**
 * Resolves an Authorization header. It reads the key from the database after it is
 * called, in one round trip, so a revocation takes effect at once in all processes.
 *
 * Throws AppError invalid_api_key for a header that is missing, malformed, or of an unknown, revoked or expired key, and
 * subscription_inactive for an account that is switched off or neither `active` nor `trialing`.
 */
export async function authenticate(
  db: Pick<Database, 'pool'>,
  authorization: string | undefined,
): Promise<KeyPrincipal> {
  if (authorization === undefined) throw new AppError('invalid_api_key', HOW_TO_SEND_A_KEY);
  const secret = bearerOf(authorization);
  if (secret === undefined || !looksLikeSecret(secret)) throw new AppError('invalid_api_key');
  const found = await lookupsOf(db.pool).do(secretHash(secret).toString('hex'));
  if (found === undefined) throw new AppError('invalid_api_key');
  const { active, ...principal }: PrincipalRow<KeyPrincipal> = JSON.parse(found);
  const refusal = serviceRefusal(active, principal);
  if (refusal !== null) throw refusal;
  return { ...principal, by: { kind: 'api_key', name: principal.key_name } };
}

const HOW_TO_SEND_A_KEY =
  'Send an API key with each request: Authorization: Bearer wrs_live_… (or wrs_test_…). Keys are made on the page API ' +
  'Access of the console, and by wrs admin keys create.';

/** Look-ups of a process at a time. */
const LOOKUPS = 2;

/** Of a database. Requests that come together share one look-up. */
const lookupsOf = perObject(
  (pool: pg.Pool) => new Batcher<string, string | undefined>(LOOKUPS, (hashes) => findKeys(pool, hashes)),
);

/** The JSON of each key's principal; undefined: there is no such key, or it is revoked or has expired. */
async function findKeys(pool: pg.Pool, hashes: readonly string[]): Promise<(string | undefined)[]> {
  const wanted = [...new Set(hashes)].map((hash) => Buffer.from(hash, 'hex'));
  const { rows } = await pool.query<[string, string]>({ rowMode: 'array', ...prepared(ofKeys(wanted)) });
  const found = new Map(rows);
  return hashes.map((hash) => found.get(hash));
}

/** The token of an Authorization header; undefined if it is not Bearer. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/** A client's ledger, for a person or token that may use it, and why the client is not served at present, if it is not. */
export async function findPrincipal(
  db: Pick<Database, 'pool'>,
  client_id: number,
  environment: Environment,
  by: NamedActor = SERVICE,
): Promise<{ readonly principal: Principal; readonly refusal: AppError | null }> {
  const { rows } = await db.pool.query<[string]>({
    name: 'find-principal',
    text: OF_LEDGER,
    values: [client_id, environment],
    rowMode: 'array',
  });
  const { active, ...principal }: PrincipalRow<Principal> = JSON.parse(rows[0]![0]);
  return { principal: { ...principal, by }, refusal: serviceRefusal(active, principal) };
}

/** The client of a ledger as it is now, for a job, and why it is not served, if it is not. */
export async function findOfLedger(
  db: Pick<Database, 'pool'>,
  ledgerId: number,
): ReturnType<typeof findPrincipal> {
  const { rows } = await db.pool.query<Pick<Principal, 'client_id' | 'environment'>>(
    'SELECT client_id, environment FROM ledgers WHERE id = $1',
    [ledgerId],
  );
  const { client_id, environment } = rows[0]!;
  return findPrincipal(db, client_id, environment);
}

/** The same of a client that is served. Throws AppError subscription_inactive. */
export async function findLedgerPrincipal(db: Pick<Database, 'pool'>, ledgerId: number): Promise<Principal> {
  const { principal, refusal } = await findOfLedger(db, ledgerId);
  if (refusal !== null) throw refusal;
  return principal;
}

/** Error 402 if the client is inactive; null: it is served. */
function serviceRefusal(
  active: boolean,
  { subscription_status: status }: Pick<Principal, 'subscription_status'>,
): AppError | null {
  if (!active) return accountInactive();
  if (status === 'active' || status === 'trialing') return null;
  return new AppError(
    'subscription_inactive',
    `The subscription is not active: it is ${status}. Settle it with the operators of the service, who set it to active.`,
  );
}

/** Error 402 of an account that is switched off. */
export function accountInactive(): AppError {
  return new AppError(
    'subscription_inactive',
    'The account is not active: it is switched off. Ask the operators of the service to switch it on.',
  );
}

/** When a key or token was made, got its present secret, and ends. */
interface Lifetime {
  readonly created_at: Date;
  readonly rolled_at: Date | null;
  readonly expires_at: Date | null;
}

/**
 * The dates of a key or token that gets a new secret now. It lasts as long again as it was made for, counted from now. The
 * secret before it ends after the overlap, and no later than it would have.
 */
export function rolledDates(
  { created_at, rolled_at, expires_at }: Lifetime,
  overlapHours: number,
  now: Date,
) {
  const overlap = new Date(now.getTime() + overlapHours * 3_600_000);
  if (expires_at === null) return { rolled_at: now, expires_at, previous_until: overlap };
  const lifetime = expires_at.getTime() - (rolled_at ?? created_at).getTime();
  return {
    rolled_at: now,
    expires_at: new Date(now.getTime() + lifetime),
    previous_until: expires_at < overlap ? expires_at : overlap,
  };
}

/** Parsed lists, by their text: requests of a key ask for the same one again and again. */
const lists = new LRUCache<string, readonly IpRange[]>({ max: 1000 });

/** Whether an address is in one of the ranges; null: any address is. */
export function isAllowedAddress(address: string, ranges: readonly string[] | null): boolean {
  if (ranges === null) return true;
  if (!ipaddr.isValid(address)) return false;
  const text = ranges.join(' ');
  const parsed = lists.get(text) ?? ranges.map(parseRange).filter((range) => range !== null);
  lists.set(text, parsed);
  const caller = ipaddr.process(address);
  return parsed.some(([range, prefix]) => range.kind() === caller.kind() && caller.match(range, prefix));
}

/** The 403 of a key or token that may not be used from an address. */
export function wrongAddress(address: string): AppError {
  return new AppError('address_not_allowed', `The key may not be used from the address ${address}.`);
}

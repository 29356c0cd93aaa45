import type { Database } from '../db/database.ts';
import type { ContractVariant, Environment, PlanPeriod, SubscriptionStatus } from '../db/generated/enums.ts';
import { AppError } from '../errors/app-error.ts';
import { looksLikeSecret, secretHash } from './api-key-secret.ts';

/** Who makes a request: an API key, the client and ledger it stands for, and what its plan allows now. */
export interface Principal {
  readonly api_key_id: number;
  readonly key_name: string;
  readonly key_prefix: string;
  readonly client_id: number;
  readonly ledger_id: number;
  readonly environment: Environment;
  readonly contract_variant: ContractVariant;
  readonly plan: PlanLimits;
  readonly subscription_status: SubscriptionStatus;
  /** The configuration that a run of this moment is made under. */
  readonly configuration_id: number;
}

/** A plan's numbers, the client's own before its plan's; null: no limit. */
export interface PlanLimits {
  readonly code: string;
  readonly routed_orders_limit: number | null;
  readonly routed_orders_period: PlanPeriod;
  readonly inventory_rows_limit: number | null;
}

type Row = Omit<Principal, 'plan'> & { active: boolean } & {
  plan_code: string;
  routed_orders_limit: number | null;
  routed_orders_period: PlanPeriod;
  inventory_rows_limit: number | null;
};

/** As one JSON text: the rows of a statement with many columns cost pg more than the parsing. */
const QUERY = `
  SELECT row_to_json(found)::text
  FROM (
    SELECT k.id AS api_key_id, k.name AS key_name, k.key_prefix, k.environment, k.client_id, l.id AS ledger_id,
           c.contract_variant, c.active, c.subscription_status, c.configuration_id, p.code AS plan_code,
           coalesce(c.routed_orders_limit, p.routed_orders_limit) AS routed_orders_limit, p.routed_orders_period,
           coalesce(c.inventory_rows_limit, p.inventory_rows_limit) AS inventory_rows_limit
    FROM api_keys k
    JOIN clients c ON c.id = k.client_id
    JOIN plans p ON p.code = c.plan_code
    JOIN ledgers l ON l.client_id = k.client_id AND l.environment = k.environment
    WHERE k.key_hash = $1 AND k.revoked_at IS NULL
  ) AS found`;

/**
 * Resolves an Authorization header (routing-service-api.md section 5). Reads the database each time, in one
 * round trip: a revocation takes effect at once, whichever process it was made in.
 *
 * Throws AppError invalid_api_key for a header that is missing, malformed, or of an unknown or revoked key, and
 * subscription_inactive for an account that is switched off or neither `active` nor `trialing`.
 */
export async function authenticate(
  db: Pick<Database, 'pool'>,
  authorization: string | undefined,
): Promise<Principal> {
  const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (secret === undefined || !looksLikeSecret(secret)) {
    throw new AppError('invalid_api_key');
  }
  const { rows } = await db.pool.query<[string]>({
    name: 'authenticate',
    text: QUERY,
    values: [secretHash(secret)],
    rowMode: 'array',
  });
  if (rows.length === 0) {
    throw new AppError('invalid_api_key');
  }
  const row: Row = JSON.parse(rows[0]![0]);
  if (!row.active || (row.subscription_status !== 'active' && row.subscription_status !== 'trialing')) {
    throw new AppError('subscription_inactive');
  }
  const { active, plan_code, routed_orders_limit, routed_orders_period, inventory_rows_limit, ...principal } =
    row;
  return {
    ...principal,
    plan: { code: plan_code, routed_orders_limit, routed_orders_period, inventory_rows_limit },
  };
}

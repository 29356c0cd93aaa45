import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import type { planUsage } from '../contracts/account/usage.ts';
import type { Queryable } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { prepared } from '../db/sql.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { PlanLimits, Principal } from '../identity/principal.ts';
import { takeLedger } from './ledger-lock.ts';

/** What a client has used of its plan in the present period (all time for `total`, the UTC month for `month`). */
export type PlanUsage = Readonly<z.output<typeof planUsage>>;

type Subscriber = Pick<Principal, 'client_id' | 'plan'>;

function usedInPeriod({ client_id, plan }: Subscriber, day: Date): Sql {
  const month = sql`date_trunc('month', ${usageDay(day)}::date)`;
  const inPeriod =
    plan.routed_orders_period === 'total'
      ? sql`true`
      : sql`day >= ${month} AND day < ${month} + interval '1 month'`;
  return sql`coalesce((SELECT sum(routed_orders) FROM usage WHERE client_id = ${client_id} AND ${inPeriod}), 0)`;
}

type Metered = Subscriber & Pick<Principal, 'environment'>;

/** How many orders a plan allows for this ledger; null: any number, or its orders do not count. */
export function meteredLimit({ environment, plan }: Pick<Metered, 'environment' | 'plan'>): number | null {
  return environment === 'live' ? plan.routed_orders_limit : null;
}

/**
 * The condition that `orders` more orders fit into the plan. It stays true until the transaction ends if an earlier
 * statement has taken the ledger's lock: a statement does not see what was committed while it waited for the lock
 * itself.
 */
export function fitsPlan(principal: Metered, orders: number, day: Date): Sql {
  const limit = meteredLimit(principal);
  return limit === null ? sql`true` : sql`${usedInPeriod(principal, day)} + ${orders}::int <= ${limit}::int`;
}

/**
 * Counts `orders` of a live ledger toward the plan (docs/reference/limits.md), within the caller's
 * transaction. If there is a limit, the ledger stays locked until that transaction ends, so that two
 * transactions can never exceed the limit together (a client has one live ledger). The transaction must be READ COMMITTED.
 *
 * Returns AppError usage_limit, and counts nothing, if the orders do not fit; else null.
 */
export async function meter(
  tx: pg.PoolClient,
  principal: Pick<Principal, 'client_id' | 'ledger_id' | 'environment' | 'plan'>,
  orders: number,
  day: Date,
): Promise<AppError | null> {
  const isLimited = meteredLimit(principal) !== null;
  const [count] = countUsage({ principal, orders, day }, fitsPlan(principal, orders, day));
  if (count === undefined) return null;
  const { counted } = await pipeline(tx).run({
    lock: isLimited ? () => takeLedger(tx, principal.ledger_id) : null,
    counted: () => tx.query(prepared(count)),
  });
  return counted.rowCount === 0 ? usageLimit(await usageOf(tx, principal, day), orders) : null;
}

/** Orders of a client that count as usage if its ledger is live. */
export interface UsedOrders {
  readonly principal: Pick<Principal, 'client_id' | 'environment'>;
  readonly orders: number;
  readonly day: Date;
}

/**
 * The statement that counts orders of a live ledger, if `condition` is true. Without a condition, the caller has checked
 * under the ledger's lock that the orders are within the plan, and still has that lock.
 */
export function countUsage(
  { principal: { client_id, environment }, orders, day }: UsedOrders,
  condition: Sql = sql`true`,
): Sql[] {
  if (environment !== 'live' || orders === 0) return [];
  return [
    sql`
      INSERT INTO usage (client_id, day, routed_orders)
      SELECT ${client_id}::int, ${usageDay(day)}::date, ${orders}::int WHERE ${condition}
      ON CONFLICT (client_id, day) DO UPDATE SET routed_orders = usage.routed_orders + excluded.routed_orders`,
  ];
}

/** Subtracts `orders` that were counted on `day` and then not processed. */
export async function refundUsage(
  tx: pg.PoolClient,
  client_id: number,
  day: Date,
  orders: number,
): Promise<void> {
  await tx.query(
    'UPDATE usage SET routed_orders = routed_orders - $3 WHERE client_id = $1 AND day = $2::date',
    [client_id, usageDay(day), orders],
  );
}

/** Reads what a client has used in the period that `day` belongs to. */
export async function usageOf(db: Queryable, subscriber: Subscriber, day: Date): Promise<PlanUsage> {
  const { plan } = subscriber;
  const { rows } = await db.query<{ used: number }>(
    prepared(sql`SELECT ${usedInPeriod(subscriber, day)} AS used`),
  );
  return planUsageOf(plan, rows[0]!.used);
}

/** The usage of a plan of which `used` orders are used, which may be more than a limit that was lowered. */
export function planUsageOf(plan: PlanLimits, used: number): PlanUsage {
  const limit = plan.routed_orders_limit;
  return {
    plan: plan.code,
    period: plan.routed_orders_period,
    used,
    limit,
    remaining: limit === null ? null : Math.max(0, limit - used),
    inventory_rows_limit: plan.inventory_rows_limit,
  };
}

/**
 * Refuses a run that cannot fit, before any work on it begins. It locks nothing. Without the ledger's lock its result may
 * be outdated, and `meter` decides. Throws AppError usage_limit.
 */
export async function assertWithinPlan(
  db: Queryable,
  principal: Metered,
  orders: number,
  day: Date,
): Promise<void> {
  if (meteredLimit(principal) === null) {
    return;
  }
  const refusal = refusalBeyondPlan(await usageOf(db, principal, day), orders);
  if (refusal !== null) throw refusal;
}

/** The usage_limit of `orders` more orders; null: they fit. */
export function refusalBeyondPlan(usage: PlanUsage, orders: number): AppError | null {
  return orders > (usage.remaining ?? orders) ? usageLimit(usage, orders) : null;
}

/** The detail: the limit, what remains, the run's size, what to do. */
function usageLimit({ plan, ...usage }: PlanUsage, orders: number): AppError {
  const name = plan === 'trial' ? 'The trial' : `The ${plan} plan`;
  const period = usage.period === 'total' ? 'in total' : 'a month';
  const limit = count(usage.limit ?? 0, 'routed order');
  const remaining = usage.remaining ?? 0;
  return new AppError(
    'usage_limit',
    `${name} includes up to ${limit} ${period}; ${remaining.toLocaleString('en-US')} ` +
      `${remaining === 1 ? 'remains' : 'remain'} and this run contains ${count(orders, 'order')}. ` +
      `Choose a ${plan === 'trial' ? 'plan' : 'larger plan'} to continue.`,
  );
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}

/** The UTC day of usage, as text, because a Date would be sent in the time zone of the process. */
export function usageDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}

import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { loadConfiguration, type StoredConfiguration } from '../account/configurations.ts';
import { takeLedger } from '../account/ledger-lock.ts';
import type { ChosenOrders } from '../contracts/account/orders.ts';
import type { RerouteRunRequest } from '../contracts/reroute-run.ts';
import type { Database } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { prepared } from '../db/sql.ts';
import { inLockedTransaction } from '../db/transaction.ts';
import type { OrderStatus } from '../engine/types.ts';
import { SYNC } from '../identity/actor.ts';
import { findLedgerPrincipal, type Principal } from '../identity/principal.ts';
import { turnLock } from './ledger-queues.ts';
import { COUNT_OF } from './status-counts.ts';

/**
 * Which stored orders a run routes again, as its row has it: what was asked for, those that wait for stock, or those that
 * lack units of short pairs.
 */
export type OrderSelection =
  | { readonly on_sync: true }
  | { readonly short: true }
  | (Stored<Omit<RerouteRunRequest, 'statuses' | 'short' | 'filter'>> & {
      readonly statuses: OrderStatus[];
      readonly filter?: Stored<ChosenOrders>;
    });

/** As JSON has it. */
type Stored<Sent extends { from?: unknown; to?: unknown }> = Omit<Sent, 'from' | 'to'> &
  Readonly<Partial<Record<'from' | 'to', string | null>>>;

type Owner = Pick<Principal, 'client_id' | 'ledger_id' | 'configuration_id' | 'by'>;

/**
 * What writes a run that routes stored orders again, and returns its id. The run is accepted at once, so it has its place
 * in its ledger's run queue. It has no orders until its turn comes: then `chooseOrders` finds and copies them.
 */
function insertRerouteRun(
  { client_id, ledger_id, configuration_id, by }: Owner,
  selection: object,
  condition: Sql = sql`true`,
): Sql {
  return sql`
    WITH number AS (
      UPDATE ledgers SET last_run_number = last_run_number + 1 WHERE id = ${ledger_id} AND ${condition}
      RETURNING last_run_number
    )
    INSERT INTO runs (client_id, ledger_id, client_run_number, kind, status, phase, configuration_id, orders_total,
                      selection, requested_by, accepted_at, created_at)
    SELECT ${client_id}::int, ${ledger_id}::int, last_run_number, 'managed', 'queued', 'scoring', ${configuration_id}::int, 0,
           ${JSON.stringify(selection)}::jsonb, ${JSON.stringify(by)}::jsonb, clock_timestamp(), clock_timestamp()
    FROM number
    RETURNING id`;
}

/** Whether a sync or a change of stock started a run. */
export function isOnSync({ selection }: { readonly selection: OrderSelection | null }): boolean {
  return selection !== null && 'on_sync' in selection;
}

/** Starts a run over the stored orders that a person or a caller asked for. Returns its id. */
export async function startRerouteRun(
  tx: pg.PoolClient,
  owner: Owner,
  request: RerouteRunRequest,
): Promise<number> {
  const { short, ...sent } = request;
  const { filter } = sent;
  const ofAny = filter?.status === undefined ? Object.keys(COUNT_OF) : [filter.status];
  const statuses = sent.statuses ?? (filter === undefined ? ['NONE'] : ofAny);
  const selection = short ? { short } : { ...sent, statuses };
  const { rows } = await tx.query<{ id: number }>(prepared(insertRerouteRun(owner, selection)));
  return rows[0]!.id;
}

/**
 * What starts a run over the orders that wait for stock, in the transaction of a sync, which has the ledger's lock. A run
 * that still waits chooses its orders after this sync, so none is started beside it. But if a run behind it has started,
 * that run may decide on the stock from before this sync (`pinStock`), so its orders must be chosen after it.
 */
export function rerouteOnSync(
  owner: Owner,
  { reroute_on_sync }: Pick<StoredConfiguration, 'reroute_on_sync'>,
  also: Sql = sql`true`,
): Sql[] {
  if (!reroute_on_sync.enabled) return [];
  const noneWaits = sql`NOT EXISTS (
    SELECT FROM runs waiting
    WHERE ledger_id = ${owner.ledger_id} AND phase = 'scoring' AND status = 'queued' AND started_at IS NULL
      AND selection @> '{"on_sync": true}'
      AND NOT EXISTS (
        SELECT FROM runs behind
        WHERE behind.ledger_id = ${owner.ledger_id} AND behind.phase IN ('scoring', 'allocating')
          AND behind.started_at IS NOT NULL
          AND (behind.accepted_at, behind.id) > (waiting.accepted_at, waiting.id)
      )
  )`;
  return [insertRerouteRun({ ...owner, by: SYNC }, { on_sync: true }, sql`${noneWaits} AND ${also}`)];
}

/**
 * The same after changes that raise a quantity, at most once a minute: those within a minute of such a run are served by one at
 * its end (`startDueReroutes`).
 */
export function rerouteAfterChanges(
  owner: Owner,
  configuration: Pick<StoredConfiguration, 'reroute_on_sync'>,
): Sql[] {
  if (!configuration.reroute_on_sync.enabled) return [];
  const lately = sql`
    FROM runs
    WHERE ledger_id = ${owner.ledger_id} AND kind = 'managed' AND selection @> '{"on_sync": true}'
      AND created_at > clock_timestamp() - interval '1 minute'`;
  const later = sql`
    UPDATE ledgers SET reroute_at = at + interval '1 minute' FROM (SELECT max(created_at) AS at ${lately}) AS latest
    WHERE id = ${owner.ledger_id} AND reroute_at IS NULL AND at IS NOT NULL`;
  return [later, ...rerouteOnSync(owner, configuration, sql`NOT EXISTS (SELECT ${lately})`)];
}

/**
 * Starts the runs that changes of stock wait for and whose minute is over. Any number of processes may do this at once. Returns
 * the ledgers.
 */
export async function startDueReroutes(db: Database): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>(
    'SELECT id FROM ledgers WHERE reroute_at <= statement_timestamp()', // the index needs a stable moment
  );
  for (const { id } of rows) {
    const principal = await findLedgerPrincipal(db, id);
    const configuration = await loadConfiguration(db, principal.configuration_id);
    await inLockedTransaction(db, turnLock(principal, LOCK_MS), async (tx) => {
      await takeLedger(tx, id);
      const { rowCount } = await tx.query(
        'UPDATE ledgers SET reroute_at = NULL WHERE id = $1 AND reroute_at <= clock_timestamp()',
        [id],
      );
      if (rowCount !== 0) await pipeline(tx).commitWith({ run: rerouteOnSync(principal, configuration) });
    });
  }
  return rows.map(({ id }) => id);
}

/** The longest wait for a ledger's lock, in milliseconds: the next round tries again. */
const LOCK_MS = 2_000;

import type pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { noClient } from '../../account/clients.ts';
import { lockSyncs } from '../../account/ledger-lock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { onOwnConnection } from '../../db/own-connection.ts';
import { prepared } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Actor, COMMAND_LINE } from '../../identity/actor.ts';
import { type AccountChange, auditEntry } from '../../identity/audit.ts';
import type { WorkKey } from '../../runs/background-work.ts';
import { cancelRun } from '../../runs/managed/managed-run.ts';
import type { JobQueues } from '../../work/job-queues.ts';
import { cancelWhatIf, UNDER_WAY } from '../../work/what-if/what-ifs.ts';
import { deleteInSteps } from '../retention/delete-in-steps.ts';
import { OWNED_TABLES, type OwnedTable, rowsOfClient } from './owned-tables.ts';

/** What erasing needs. */
export interface EraseDeps {
  readonly db: Database;
  readonly queues: JobQueues;
}

/** Tables whose rows go with the client's own. */
const LAST_TABLES = new Set(['audit_heads', 'ledgers', 'clients']);

/** What was erased. */
export interface ErasedClient {
  readonly client_id: number;
  /** Rows by table; tables without any are left out. */
  readonly rows: Readonly<Record<string, number>>;
  readonly jobs: number;
}

/** Passes over all tables before the client is locked: requests that were under way may have written rows meanwhile. */
const PASSES = 10;

/**
 * Erases a client with all of its data. Its keys stop first, then its running work ends; then its rows go in short
 * transactions, so that no other client waits. Nothing can be written for it afterwards, because its row and its ledgers go
 * last, under their locks. If it is interrupted, the client stays closed and a further call goes on. Throws AppError
 * not_found.
 *
 * `say` is called with what happens next, in words that do not name the client.
 */
export async function eraseClient(
  { db, queues }: EraseDeps,
  slug: string,
  { who = COMMAND_LINE, say }: { readonly who?: Actor; readonly say?: (step: string) => void } = {},
): Promise<ErasedClient> {
  return whileAccountIsLocked(db, slug, async (client_id) => {
    say?.('Keys, tokens and webhooks stop');
    await closeAccount(db, client_id);
    say?.('Running work ends');
    await endRunningWork(db, client_id);
    const jobs = await queues.removeJobsOf(client_id);
    say?.('Rows are removed');
    const rows = new Map<string, number>();
    for (let pass = 0; pass < PASSES; pass++) {
      const before = total(rows);
      for (const owned of OWNED_TABLES) {
        if (!LAST_TABLES.has(owned.table)) add(rows, owned.table, await eraseRows(db, owned, client_id));
      }
      if (total(rows) === before) break;
    }
    await inTransaction(db.pool, (tx) => eraseLast(tx, { client_id, slug, who }, rows));
    // Jobs that were added meanwhile find nothing to do.
    const late = await queues.removeJobsOf(client_id);
    return { client_id, rows: Object.fromEntries(rows), jobs: jobs + late };
  });
}

async function ledgersOf(db: Queryable, client_id: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    sql`SELECT id FROM ledgers WHERE client_id = ${client_id} ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

/** Refuses all requests of the client from now on, and calls none of its endpoints. */
async function closeAccount({ pool }: Database, client_id: number): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query(sql`UPDATE clients SET active = false, webhook_events = '{}' WHERE id = ${client_id}`);
    await tx.query(sql`
        UPDATE access_keys SET revoked_at = now() WHERE client_id = ${client_id} AND revoked_at IS NULL`);
    await tx.query(sql`UPDATE webhook_endpoints SET enabled = false WHERE client_id = ${client_id}`);
    await tx.query(sql`DELETE FROM links WHERE client_id = ${client_id}`);
  });
}

/** Removes a client's rows of a table in short transactions. Returns how many there were. */
async function eraseRows(db: Database, owned: OwnedTable, client_id: number): Promise<number> {
  const { table } = owned;
  if (owned.goesWith !== undefined) return 0;
  if (table === 'orders') return erasePages(db, client_id, ORDERS);
  if (table === 'runs') return erasePages(db, client_id, RUNS);
  if (table === 'users') return erasePeople(db.pool, client_id);
  if (table === 'configurations')
    await db.pool.query(sql`UPDATE clients SET configuration_id = NULL WHERE id = ${client_id}`);
  return deleteInSteps(db, { table, condition: rowsOfClient(owned, client_id) });
}

/** People who are members of this account alone; the memberships of others go by themselves. */
async function erasePeople(db: Queryable, client_id: number): Promise<number> {
  const { rowCount } = await db.query(sql`
    DELETE FROM users u USING memberships m
    WHERE m.user_id = u.id AND m.client_id = ${client_id} AND NOT u.is_operator
      AND NOT EXISTS (SELECT FROM memberships o WHERE o.user_id = u.id AND o.client_id <> ${client_id})`);
  return rowCount ?? 0;
}

/** A table whose rows are removed page by page along an index of their ledger, with rows of a table that has no such index. */
interface PagedRows {
  /** The columns of the index after the ledger, and where they begin. */
  readonly key: string;
  readonly first: readonly (string | number)[];
  /** Removes the rows of `page`. */
  readonly remove: (ledger: number) => Sql;
  readonly page: (ledger: number, after: readonly (string | number)[]) => Sql;
}

const ROWS_A_STEP = 1000;

/** By their ids: of a partitioned table, a place (ctid) names a row in each partition. */
const ORDERS: PagedRows = {
  key: 'order_id, id',
  first: ['', 0],
  page: (ledger, [order_id, id]) => sql`
    SELECT order_id, id FROM orders WHERE ledger_id = ${ledger} AND (order_id, id) > (${order_id}, ${id}::bigint)
    ORDER BY order_id, id LIMIT ${ROWS_A_STEP}`,
  remove: (ledger) => sql`
    decided AS (DELETE FROM decisions WHERE ledger_id = ${ledger} AND id IN (SELECT id FROM page)),
    gone AS (DELETE FROM orders WHERE ledger_id = ${ledger} AND id IN (SELECT id FROM page))`,
};

const RUNS: PagedRows = {
  key: 'id',
  first: [0],
  page: (ledger, [id]) => sql`
    SELECT id FROM runs WHERE ledger_id = ${ledger} AND id > ${id}::bigint ORDER BY id LIMIT ${ROWS_A_STEP}`,
  remove: (ledger) => sql`
    chunks AS (DELETE FROM run_chunks WHERE run_id IN (SELECT id FROM page)),
    gone AS (DELETE FROM runs WHERE ledger_id = ${ledger} AND id IN (SELECT id FROM page))`,
};

async function erasePages({ pool }: Database, client_id: number, paged: PagedRows): Promise<number> {
  let erased = 0;
  for (const ledger of await ledgersOf(pool, client_id)) {
    for (let after = paged.first; ; ) {
      const { rows } = await pool.query<(string | number)[]>({
        ...prepared(sql`
          WITH page AS MATERIALIZED (${paged.page(ledger, after)}), ${paged.remove(ledger)}
          SELECT ${raw(paged.key)} FROM page ORDER BY ${raw(paged.key)}`),
        rowMode: 'array',
      });
      erased += rows.length;
      if (rows.length < ROWS_A_STEP) break;
      after = rows.at(-1)!;
    }
  }
  return erased;
}

/** Removes the client with what a late request has written, under the locks that every writer needs. */
async function eraseLast(
  tx: pg.PoolClient,
  { client_id, slug, who }: { readonly client_id: number; readonly slug: string; readonly who: Actor },
  rows: Map<string, number>,
): Promise<void> {
  for (const ledger of await ledgersOf(tx, client_id)) await lockSyncs(tx, ledger);
  await tx.query(sql`SELECT FROM ledgers WHERE client_id = ${client_id} ORDER BY id FOR UPDATE`);
  await tx.query(sql`SELECT FROM clients WHERE id = ${client_id} FOR UPDATE`);
  const head = await signOff(tx, client_id);
  await erasePeople(tx, client_id);
  for (const owned of OWNED_TABLES) {
    if (owned.owner === 'people' || owned.table === 'decisions') continue;
    const rest = sql`DELETE FROM ${raw(owned.table)} WHERE ${rowsOfClient(owned, client_id)}`;
    const { rowCount } = await tx.query(
      owned.table === 'orders'
        ? sql`WITH late AS (${rest} RETURNING id), decided AS (DELETE FROM decisions WHERE id IN (SELECT id FROM late) AND ${rowsOfClient(owned, client_id)})
              SELECT FROM late`
        : rest,
    );
    add(rows, owned.table, rowCount ?? 0);
  }
  // What operators did to the client may be in the service's log: the entries keep its number. A slug has no special characters.
  await tx.query(sql`
    UPDATE audit_entries SET subject = regexp_replace(subject, ${`(clients/)${slug}(?=/|$)`}, ${`\\1${client_id}`})
    WHERE client_id IS NULL AND subject ~ ${`clients/${slug}(/|$)`}`);
  const entry = { action: 'clients.erase', subject: `clients/${client_id}`, changes: [head] };
  await tx.query(auditEntry({ client_id: null, who, ...entry }));
}

/** What the audit log of the service keeps of the client's own: the number and the hash of its last entry. */
async function signOff(tx: pg.PoolClient, client_id: number): Promise<AccountChange> {
  const { rows } = await tx.query<{ head: string }>(
    sql`SELECT number || ' ' || encode(hash, 'hex') AS head FROM audit_heads WHERE client_id = ${client_id}`,
  );
  return { path: 'audit_head', before: rows[0]?.head ?? null, after: null };
}

function add(rows: Map<string, number>, table: string, count: number): void {
  if (count > 0) rows.set(table, (rows.get(table) ?? 0) + count);
}

function total(rows: ReadonlyMap<string, number>): number {
  return [...rows.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * Does `work` on a client, by its id, while its account cannot change: `inAccountTransaction` waits for the same lock. The
 * lock ends with its own connection. Throws AppError not_found.
 */
function whileAccountIsLocked<T>(
  { directUrl }: Pick<Database, 'directUrl'>,
  slug: string,
  work: (client_id: number) => Promise<T>,
): Promise<T> {
  return onOwnConnection(directUrl, 'wrs account lock', async (holder) => {
    await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`account ${slug}`]);
    const { rows } = await holder.query<{ id: number }>('SELECT id FROM clients WHERE slug = $1', [slug]);
    if (rows[0] === undefined) throw noClient(slug);
    return work(rows[0].id);
  });
}

/** Cancels all runs and what-ifs of a client that are under way. A step under way is undone or counts as a whole. */
async function endRunningWork(db: Database, client_id: number): Promise<void> {
  const underWay = [
    [sql`runs w ON w.phase <> 'done'`, cancelRun],
    [sql`what_ifs w ON w.${raw(UNDER_WAY)}`, cancelWhatIf],
  ] as const;
  for (const [work, cancel] of underWay) {
    const { rows } = await db.pool.query<WorkKey>(sql`
      SELECT w.id, w.ledger_id FROM ledgers l JOIN ${work} AND w.ledger_id = l.id WHERE l.client_id = ${client_id}
      ORDER BY w.id`);
    for (const { id, ledger_id } of rows) await cancel(db, { client_id, ledger_id }, id);
  }
}

import { Readable } from 'node:stream';
import { findClient } from '../../shared/account/clients.ts';
import type { RoutingClient } from '../../shared/client/client.ts';
import type { Database } from '../../shared/db/database.ts';
import { findPrincipal, type Principal } from '../../shared/identity/principal.ts';
import { LedgerQueues } from '../../shared/ledger/ledger-queues.ts';
import { cancelRun } from '../../shared/runs/managed/managed-run.ts';
import { receiveRun } from '../../shared/runs/managed/receive-run.ts';
import { endAbandonedRuns, Receivers } from '../../shared/runs/managed/receivers.ts';
import { beginRun } from '../../shared/runs/managed/receiving-store.ts';
import { generateOrders } from '../demo/demo-orders.ts';
import type { DemoShop } from '../demo/demo-shop.ts';
import { dateBack } from '../demo/earlier-days.ts';

const ORDERS = 60;
const SEED = 11;
const LIMIT_BYTES = 1024 * 1024;

/** Hours ago. */
const FAULTY = 4;
const CANCELLED = 3;
const FAILED = 2;

/**
 * Sends managed runs that end badly, as examples for the console, and dates them back over the last hours: one with faulty
 * orders, one that is cancelled before a worker has it, and one whose receiver dies. They are the latest runs of the
 * client's Live environment.
 */
export async function sendTroubledRuns(
  db: Database,
  client: RoutingClient,
  { slug, shop }: { readonly slug: string; readonly shop: DemoShop },
): Promise<void> {
  const { id } = await findClient(db.prisma, slug);
  const { principal } = await findPrincipal(db, id, 'live');
  await dateBack(db, await sendFaulty(client, shop), FAULTY);
  const receivers = new Receivers(db);
  try {
    await dateBack(db, await sendAndCancel(db, receivers, principal, shop), CANCELLED);
    await dateBack(db, await beginAndDie(db, principal), FAILED);
  } finally {
    receivers.close();
  }
}

/** Sends a run of which three orders are faulty. The others are routed. */
async function sendFaulty(client: RoutingClient, shop: DemoShop): Promise<number> {
  const orders = ordersOf('FILE', shop).map((order, index) => {
    if (index === 16) return { ...order, destination_zip: undefined };
    if (index === 33) return { ...order, lines: order.lines!.map((line) => ({ ...line, quantity: 0 })) };
    return index === 48 ? { ...order, lines: [] } : order;
  });
  const { routing_run_id } = await client.runs.submit(() => ndjson(orders), { onInvalid: 'skip' });
  for await (const _ of client.runs.follow(routing_run_id));
  return routing_run_id;
}

/** Not over HTTP, because then workers would begin the run at once. */
async function sendAndCancel(
  db: Database,
  receivers: Receivers,
  principal: Principal,
  shop: DemoShop,
): Promise<number> {
  const ledgerQueues = new LedgerQueues(db);
  const { id } = await receiveRun({ db, receivers, ledgerQueues, now: () => new Date() }, principal, {
    body: ndjson(ordersOf('AGAIN', shop)),
    format: 'ndjson',
    encoding: 'identity',
    limitBytes: LIMIT_BYTES,
    on_invalid: 'reject',
    idempotency: null,
  });
  await cancelRun(db, principal, id);
  return id;
}

/** Leaves a run as a dead process does: nobody has renewed it in time. */
async function beginAndDie(db: Database, principal: Principal): Promise<number> {
  const { id } = await beginRun(db.pool, principal);
  await db.pool.query('UPDATE runs SET receiving_until = now() WHERE id = $1', [id]);
  await endAbandonedRuns(db);
  return id;
}

function ordersOf(prefix: string, shop: DemoShop) {
  return [...generateOrders(ORDERS, SEED, { ...shop, prefix: `${shop.prefix}-${prefix}` })];
}

function ndjson(orders: readonly object[]): Readable {
  return Readable.from(orders.map((order) => `${JSON.stringify(order)}\n`));
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '../../../shared/db/database.ts';
import { freePort } from '../../../shared/foundation/free-port.ts';
import { quantile } from '../bench/measure.ts';
import { addClient, type TestClient } from '../harness/clients.ts';
import { type ProgramName, QUEUE_KINDS, type QueueKind, type ServiceUnderTest } from '../harness/service.ts';
import { withService } from '../harness/with-service.ts';

/**
 * Webhooks under kills, and beside endpoints that hang:
 *
 *   npm run check webhooks
 *   npm run check webhooks -- --events 2000 --kills 5 --endpoints 200 --backend redis
 *
 * 1. Callers make events while API and worker are killed. Each event of the database must reach the receiver at least once,
 *    and none that the database does not have.
 * 2. Half of the endpoints hang. The delays of the others must be at most twice what they are without them (p99).
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    endpoints: { type: 'string', default: '1000' },
    backend: { type: 'string' },
  },
});
const [EVENTS, KILLS, ENDPOINTS] = [values.events, values.kills, values.endpoints].map(Number) as [
  number,
  number,
  number,
];

const CALLERS = 8;
const ORDERS = 200;
/** Of all events, so many are of reroutes, and the others of syncs. */
const REROUTES = 0.2;
/** Syncs of which delays are measured, and their distance in time. */
const SYNCS = 10;
const SYNC_EVERY_MS = 3_000;
const WEBHOOKS = { WEBHOOK_ALLOW_PRIVATE: 'true', WORKER_THREADS: '1' };

interface Received {
  readonly path: string;
  readonly body: string;
  /** When it was received whole, in milliseconds since 1970. */
  readonly at: number;
}

/** A server that webhooks are sent to. What is sent to a path that begins with /hangs is never answered. */
async function openReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '' } = request;
    const body = await text(request);
    received.push({ path, body, at: Date.now() });
    if (!path.startsWith('/hangs')) response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A program that is started again whenever it ends, until `stop`. */
function keep(service: ServiceUnderTest, name: ProgramName, env: Record<string, string>) {
  let isStopping = false;
  let child: ChildProcess;
  const start = () => {
    if (isStopping) return;
    child = service.spawn(name, { env: { ...WEBHOOKS, ...env } });
    child.once('exit', start);
  };
  start();
  return {
    kill: () => child.kill('SIGKILL'),
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Sends a request with its key until it is answered. */
async function ask(
  url: string,
  { key }: TestClient,
  path: string,
  body: object,
  name: string,
): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': name,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    if (answer?.ok) return void (await answer.text());
    if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429)
      throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await pause(50);
  }
}

/** Each event as it was made or received: its type and what it tells of. */
const nameOf = (type: string, data: { ingest_run_id?: number; routing_decision_id?: number }) =>
  `${type} ${data.ingest_run_id ?? data.routing_decision_id}`;

/** The events that the database says there must be. */
async function madeEvents({ pool }: Database, clientId: number): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT 'inventory.synced ' || i.id AS name FROM ingest_runs i JOIN ledgers l ON l.id = i.ledger_id
     WHERE l.client_id = $1
     UNION ALL
     SELECT 'order.rerouted ' || o.id FROM orders o JOIN ledgers l ON l.id = o.ledger_id
     WHERE l.client_id = $1 AND EXISTS (
       SELECT FROM orders e WHERE e.ledger_id = o.ledger_id AND e.order_id = o.order_id AND e.id < o.id)`,
    [clientId],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Waits until nothing is left to send. */
async function untilSent(
  { prisma }: Database,
  client_id: number,
  receiver: { readonly received: readonly Received[] },
): Promise<void> {
  let before = -1;
  for (;;) {
    const pending = await prisma.webhookDelivery.count({ where: { client_id, status: 'pending' } });
    if (pending === 0) return;
    const { length } = receiver.received;
    if (length === before) console.log(`  ${pending} deliveries wait`);
    before = length;
    await pause(5_000);
  }
}

async function killAndCompare(queue: QueueKind): Promise<boolean> {
  return withService({ queue, env: WEBHOOKS }, async ({ service, db }) => {
    const receiver = await openReceiver();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const programs = [keep(service, 'api', { PORT: String(port) }), keep(service, 'worker', {})];
    try {
      const webhooks = [{ url: receiver.url, events: ['inventory.synced', 'order.rerouted'] as const }];
      const client = await addClient(db, `webhooks-${queue}`, {
        webhooks: webhooks.map((each) => ({ ...each, events: [...each.events] })),
      });
      const sync = (n: number) =>
        ask(
          url,
          client,
          '/inventory',
          { inventory: [{ sku: `S${n % 50}`, warehouse_id: 'EWR1', quantity_available: n }] },
          `sync-${n}`,
        );
      const order = (n: number) => ({
        order_id: `O${n}`,
        destination_zip: '10001',
        lines: [{ sku: `S${n % 50}`, quantity: 1 }],
      });
      await ask(
        url,
        client,
        '/orders/batch-route',
        { orders: Array.from({ length: ORDERS }, (_, n) => order(n)) },
        'first',
      );
      let made = 0;
      const killing = (async () => {
        for (let kill = 1; kill <= KILLS; kill += 1) {
          while (made < (kill * EVENTS) / (KILLS + 1)) await pause(5);
          programs[kill % 2]!.kill();
        }
      })();
      await Promise.all(
        Array.from({ length: CALLERS }, async () => {
          while (made < EVENTS) {
            const n = made++;
            if (n % (1 / REROUTES) !== 0) await sync(n);
            else await ask(url, client, `/orders/O${n % ORDERS}/reroute`, { note: 'again' }, `reroute-${n}`);
          }
        }),
      );
      await killing;
      await untilSent(db, client.client_id, receiver);
      const wanted = await madeEvents(db, client.client_id);
      const received = receiver.received
        .map(({ body }) => JSON.parse(body))
        .map(({ type, data }) => nameOf(type, data));
      const distinct = new Set(received);
      const lost = [...wanted].filter((name) => !distinct.has(name));
      const invented = [...distinct].filter((name) => !wanted.has(name));
      console.log(
        `${queue}: ${KILLS} kills, ${wanted.size} events, ${received.length} deliveries, ` +
          `${received.length - distinct.size} of them again, ${lost.length} lost, ${invented.length} invented`,
      );
      for (const name of [...lost, ...invented].slice(0, 10)) console.log(`  ${name}`);
      return lost.length + invented.length === 0 && wanted.size >= EVENTS;
    } finally {
      await Promise.all(programs.map((program) => program.stop()));
      await receiver.close();
    }
  });
}

/** The delays from event to receipt, in milliseconds, of endpoints that answer. */
async function delays(queue: QueueKind, hang: boolean): Promise<readonly number[]> {
  return withService({ queue, workers: 1, env: WEBHOOKS }, async ({ service, db }) => {
    const receiver = await openReceiver();
    try {
      const client = await addClient(db, `delays-${queue}`, {
        webhooks: Array.from({ length: ENDPOINTS }, (_, n) => ({
          url: `${receiver.url}/${n % 2 === 0 ? 'answers' : 'hangs'}/${n}`,
          events: ['inventory.synced' as const],
          enabled: n % 2 === 0 || hang,
        })),
      });
      for (let n = 0; n < SYNCS; n += 1) {
        await ask(
          service.url,
          client,
          '/inventory',
          { inventory: [{ sku: 'A', warehouse_id: 'EWR1', quantity_available: n }] },
          `sync-${n}`,
        );
        await pause(SYNC_EVERY_MS);
      }
      const answered = () => receiver.received.filter(({ path }) => path.startsWith('/answers'));
      while (answered().length < (ENDPOINTS / 2) * SYNCS) await pause(200);
      return answered().map(({ at, body }) => at - Date.parse(JSON.parse(body).timestamp));
    } finally {
      await receiver.close();
    }
  });
}

let isGood = true;
for (const queue of QUEUE_KINDS.filter((each) => each === (values.backend ?? each))) {
  if (EVENTS > 0) isGood = (await killAndCompare(queue)) && isGood;
  if (ENDPOINTS > 0) {
    const [alone, beside] = [await delays(queue, false), await delays(queue, true)];
    const [p99, besideP99] = [quantile(alone, 0.99), quantile(beside, 0.99)];
    console.log(
      `${queue}: delays of ${ENDPOINTS / 2} endpoints, p50 ${quantile(alone, 0.5)} ms, p99 ${p99} ms; ` +
        `while as many hang p50 ${quantile(beside, 0.5)} ms, p99 ${besideP99} ms, ratio ${(besideP99 / p99).toFixed(2)}`,
    );
    isGood = isGood && besideP99 <= 2 * p99;
  }
}
process.exitCode = isGood ? 0 : 1;

import { type ClientRequest, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addClient, type TestClient } from '../harness/clients.ts';
import { sendRequest } from '../harness/http.ts';
import { type ServiceUnderTest, withService } from '../harness/service.ts';
import { ATTACKER, HOSTILE_BODIES, type HostileBody } from './hostile-bodies/bodies.ts';
import { endChecks, runScenario, type Work } from './hostile-bodies/run-scenario.ts';

/**
 * Sends harmful bodies to a service of its own. Shows how they affect another client, and how much memory they take:
 *
 *   npm run check hostile-bodies -- [--only "30 MiB"] [--short]
 *
 * Exits with 1 if a limit is missed.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
  },
});
const [BODIES, UNENDING, RUNS] = values.short ? [12, 30, 500] : [50, 120, 8000];

/** Returns the statuses of its answers; 0: there was none. */
type Attack = () => Promise<readonly number[]>;
/** Prepares an attack, if it has to be. */
type Strike = (service: ServiceUnderTest, attacker: TestClient) => Attack | Promise<Attack>;

async function send(service: ServiceUnderTest, attacker: TestClient, body: HostileBody): Promise<number> {
  const sent = { method: 'POST', url: body.path, ...body, body: body.open() };
  const secret = body.path.startsWith('/account/') ? attacker.token : attacker.keys.live;
  return (await sendRequest(service.url, sent, { authorization: `Bearer ${secret}` })).status;
}

/** So many of these bodies at once. */
const strikeBy =
  (count: number, body: HostileBody): Strike =>
  (service, attacker) =>
  () =>
    Promise.all(Array.from({ length: count }, () => send(service, attacker, body)));

const SIZE = 30 * 1024 * 1024;
function* blanks(): Generator<Buffer> {
  const piece = Buffer.alloc(256 * 1024, ' ');
  for (let sent = 0; sent < SIZE; sent += piece.length) yield piece;
}

/** Arrives fast at first, and then at one byte a second. */
async function* unending(): AsyncGenerator<Buffer> {
  yield* blanks();
  for (;;) {
    await pause(1000);
    yield Buffer.from(' ');
  }
}

/** A batch of blanks. */
const batchOf = (blank: () => Iterable<Buffer> | AsyncIterable<Buffer>, length = {}): HostileBody => ({
  path: '/api/v1/orders/batch-route',
  headers: { 'content-type': 'application/json', ...length },
  open: () => Readable.from(blank()),
});

/** More connections at once would be refused by the system. */
const OPENED_TOGETHER = 250;

/** Begins as many runs as the service receives at once, and breaks them off together. */
const breakRunsOff: Strike = async ({ url, db }, attacker) => {
  const refused: number[] = [];
  const untilTaken = async (wanted: number) => {
    for (;;) {
      const { rows } = await db.pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM runs WHERE phase = 'receiving'`,
      );
      if (rows[0]!.n + refused.length === wanted) return;
      await pause(100);
    }
  };
  const headers = { authorization: `Bearer ${attacker.keys.live}`, 'content-type': 'application/x-ndjson' };
  const begin = () => {
    const run = request(new URL('/api/v1/runs', url), { method: 'POST', agent: false, headers });
    run.on('error', () => {}); // a request that is broken off
    run.on('response', (answer) => {
      refused.push(answer.statusCode!);
      answer.resume();
    });
    run.write('{"external_order_id":"SO-1",');
    return run;
  };
  const runs: ClientRequest[] = [];
  while (runs.length < RUNS) {
    const more = Math.min(OPENED_TOGETHER, RUNS - runs.length);
    for (let n = 0; n < more; n++) runs.push(begin());
    await untilTaken(runs.length);
  }
  return async () => {
    for (const run of runs) run.destroy();
    await untilTaken(refused.length);
    return refused;
  };
};

const ONE_AT_A_TIME = Object.entries(HOSTILE_BODIES).map(
  ([name, body]) => [name, strikeBy(1, body)] as const,
);
const MANY: Readonly<Record<string, Strike>> = {
  [`${BODIES} bodies of 30 MiB`]: strikeBy(BODIES, batchOf(blanks, { 'content-length': SIZE })),
  [`${BODIES} bodies of 30 MiB, of unknown length`]: strikeBy(BODIES, batchOf(blanks)),
  [`${UNENDING} bodies that never end`]: strikeBy(UNENDING, batchOf(unending)),
};

/** Strikes on one service with these settings, and the longest waits of another client. */
const STAGES = [
  { strikes: Object.fromEntries(ONE_AT_A_TIME), orders: { slowestMs: 500 }, me: { p99Ms: 50 }, env: {} },
  { strikes: MANY, orders: {}, me: { slowestMs: 1000 }, env: {} },
  {
    strikes: { [`${RUNS} runs that break off`]: breakRunsOff },
    orders: {},
    me: { slowestMs: 1000 },
    // Without a least rate, because runs wait without sending while thousands of others are opened.
    env: { BODY_MIN_BYTES_PER_SECOND: '0' },
  },
];

/** Attacks, and says what was answered. Throws if something was not. */
async function answersTo(attack: Attack): Promise<string> {
  const statuses = await attack();
  if (statuses.includes(0)) throw new Error('not answered');
  const count = (status: number) => statuses.filter((each) => each === status).length;
  return [...new Set(statuses)].map((status) => `${count(status)} x ${status}`).join(' ');
}

for (const { strikes, orders, me, env } of STAGES) {
  const chosen = Object.entries(strikes).filter(([name]) => name.includes(values.only));
  if (chosen.length === 0) continue;
  await withService({ workers: 1, env }, async (service) => {
    const attacker = await addClient(service.db, ATTACKER);
    const key = (await addClient(service.db, 'bystander')).keys.live;
    const background: Record<string, Work> = {};
    for (const [name, open] of chosen) {
      const attack = await open(service, attacker);
      background[name] = () => answersTo(attack);
    }
    const callers = [
      { sends: 'orders of a unit', key, limits: orders },
      { sends: 'GET /me', key, limits: me },
    ] as const;
    await runScenario(service, { background, callers, idleCalls: 150, memoryMiB: 1500 });
  });
}
endChecks();

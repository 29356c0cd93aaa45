import { type ClientRequest, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '../../../shared/db/database.ts';
import { addClient, type TestClient } from '../harness/clients.ts';
import { sendRequest } from '../harness/http.ts';
import { memoryOf } from '../harness/process-figures.ts';
import type { ServiceUnderTest } from '../harness/service.ts';
import { withService } from '../harness/with-service.ts';
import { ATTACKER, HOSTILE_BODIES, type HostileBody } from './hostile-bodies/bodies.ts';
import { bystand } from './hostile-bodies/bystander.ts';

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

const MAX_ORDER_MS = 500;
const MAX_P99_ME_MS = 50;
/** During many bodies at once. */
const MAX_ME_MS = 1000;
const MAX_MEMORY_MIB = 1500;

interface AttackStage {
  readonly service: ServiceUnderTest;
  readonly db: Database;
  readonly attacker: TestClient;
  readonly bystander: TestClient;
}

/** A single hostile body, or many bodies at once; each kind has its own limits. */
interface Strike {
  readonly kind: 'one' | 'many';
  readonly name: string;
  /** Prepares the attack, if it has to be, and returns what makes it: its answers' statuses, 0 for none. */
  readonly open: (stage: AttackStage) => Promise<() => Promise<readonly number[]>>;
}

/** Attacks, and watches the API's memory and another client's requests meanwhile. Returns how many limits were missed. */
async function observe(stage: AttackStage, { kind, name, open }: Strike): Promise<number> {
  const { service, bystander } = stage;
  const attack = await open(stage);
  const { pid } = service.apis[0]!;
  await bystand(service.url, bystander.keys.live, pause(1000)); // warm
  const idle = (await memoryOf(pid)).now;
  let peak = idle;
  const watch = setInterval(async () => {
    peak = Math.max(peak, (await memoryOf(pid)).now);
  }, 50);
  const attacking = attack();
  const waits = await bystand(service.url, bystander.keys.live, attacking);
  clearInterval(watch);
  const statuses = await attacking;
  const faults = [
    statuses.includes(0) && 'not answered',
    waits.refused > 0 && `${waits.refused} of the bystander's requests refused`,
    kind === 'one' && waits.slowestOrder > MAX_ORDER_MS && 'an order waited',
    (kind === 'one' ? waits.p99Me > MAX_P99_ME_MS : waits.slowestMe > MAX_ME_MS) && 'GET /me waited',
    peak - idle > MAX_MEMORY_MIB && 'memory',
  ].filter((fault) => fault !== false);
  const count = (status: number) => statuses.filter((each) => each === status).length;
  const answers = [...new Set(statuses)].map((status) => `${count(status)} x ${status}`);
  const waited = [waits.slowestOrder, waits.p99Me, waits.slowestMe].map((ms) => `${ms.toFixed(0)} ms`);
  const numbers = [...waited, `${(peak - idle).toFixed(0)} MiB`].map((text) => text.padStart(9));
  const verdict = faults.length === 0 ? 'holds' : `MISSED: ${faults.join(', ')}`;
  console.log(name.padEnd(48), answers.join(' ').padEnd(16), ...numbers, ` ${verdict}`);
  return faults.length;
}

const send = async ({ service, attacker }: AttackStage, body: Omit<HostileBody, 'name'>) => {
  const sent = { method: 'POST', url: body.path, ...body, body: body.open() };
  const secret = body.path.startsWith('/account/') ? attacker.token : attacker.keys.live;
  return (await sendRequest(service.url, sent, { authorization: `Bearer ${secret}` })).status;
};

const oneBody = (body: HostileBody): Strike => ({
  kind: 'one',
  name: body.name,
  open: async (stage) => async () => [await send(stage, body)],
});

/** So many batches at once. */
function manyBodies(count: number, what: string, open: () => Readable, length = {}): Strike {
  const headers = { 'content-type': 'application/json', ...length };
  const body = { path: '/api/v1/orders/batch-route', headers, open };
  return {
    kind: 'many',
    name: `${count} bodies ${what}`,
    open: async (stage) => () => Promise.all(Array.from({ length: count }, () => send(stage, body))),
  };
}

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

/** More connections at once would be refused by the system. */
const OPENED_TOGETHER = 250;

/** Begins as many runs as the service receives at once, and breaks them off together. */
const BROKEN_RUNS: Strike = {
  kind: 'many',
  name: `${RUNS} runs that break off`,
  open: async ({ service, db, attacker }) => {
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
      const run = request(new URL('/api/v1/runs', service.url), { method: 'POST', agent: false, headers });
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
  },
};

const STAGES: readonly (readonly [env: Readonly<Record<string, string>>, strikes: readonly Strike[]])[] = [
  [
    {},
    [
      ...HOSTILE_BODIES.map(oneBody),
      manyBodies(BODIES, 'of 30 MiB', () => Readable.from(blanks()), { 'content-length': String(SIZE) }),
      manyBodies(BODIES, 'of 30 MiB, of unknown length', () => Readable.from(blanks())),
      manyBodies(UNENDING, 'that never end', () => Readable.from(unending())),
    ],
  ],
  // Without a least rate, because runs wait without sending while thousands of others are opened.
  [{ BODY_MIN_BYTES_PER_SECOND: '0' }, [BROKEN_RUNS]],
];

console.log(['', 'answers', 'slowest order', 'p99 /me', 'slowest', 'memory'].join('  '));
let missed = 0;
for (const [env, strikes] of STAGES) {
  const chosen = strikes.filter(({ name }) => name.includes(values.only));
  if (chosen.length === 0) continue;
  await withService({ workers: 1, env }, async ({ service, db }) => {
    const [attacker, bystander] = [await addClient(db, ATTACKER), await addClient(db, 'bystander')];
    for (const strike of chosen) missed += await observe({ service, db, attacker, bystander }, strike);
  });
}
console.log(missed === 0 ? 'Every limit is met.' : `${missed} limits missed.`);
process.exitCode = missed === 0 ? 0 : 1;

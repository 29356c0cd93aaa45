import { type ClientRequest, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '../../../shared/db/database.ts';
import { addClient } from '../harness/clients.ts';
import { memoryOf } from '../harness/process-figures.ts';
import type { ServiceUnderTest } from '../harness/service.ts';
import { withService } from '../harness/with-service.ts';
import { ACCOUNT_BODIES, ATTACKER } from './hostile-bodies/account-bodies.ts';
import { HOSTILE_BODIES, type HostileBody } from './hostile-bodies/bodies.ts';
import { bystand, type Waits } from './hostile-bodies/bystander.ts';
import { type Sending, sendBody } from './hostile-bodies/send-body.ts';

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

const MEBIBYTE = 1024 * 1024;
const MAX_ORDER_MS = 500;
const MAX_P99_ME_MS = 50;
/** During many bodies at once. */
const MAX_ME_MS = 1000;
const MAX_MEMORY_MIB = 1500;

const BATCH = '/api/v1/orders/batch-route';
const JSON_BODY = { 'content-type': 'application/json' };
const NDJSON_BODY = { 'content-type': 'application/x-ndjson' };

interface AttackStage {
  readonly service: ServiceUnderTest;
  readonly db: Database;
  readonly attacker: string;
  /** A token of an owner of the attacker's account. */
  readonly attackerToken: string;
  readonly bystander: string;
}

/** The outcome of an attack. */
interface Attack {
  readonly name: string;
  /** Statuses of its answers; 0: none. */
  readonly statuses: readonly number[];
  readonly waits: Waits;
  /** Of the API's process, above idle, in MiB. */
  readonly memory: number;
}

/** A single hostile body, or many bodies at once. Each kind has its own limits. */
type Kind = 'one' | 'many';

let missed = 0;

function report(kind: Kind, { name, statuses, waits, memory }: Attack): void {
  const faults = [
    statuses.includes(0) && 'not answered',
    statuses.includes(404) && 'not found: what should make it was refused',
    waits.refused > 0 && `${waits.refused} of the bystander's requests refused`,
    kind === 'one' && waits.slowestOrder > MAX_ORDER_MS && 'an order waited',
    kind === 'one' && waits.p99Me > MAX_P99_ME_MS && 'GET /me waited',
    kind === 'many' && waits.slowestMe > MAX_ME_MS && 'GET /me waited',
    memory > MAX_MEMORY_MIB && 'memory',
  ].filter((fault) => fault !== false);
  missed += faults.length;
  const answers = [...new Set(statuses)].map((status) => {
    const count = statuses.filter((each) => each === status).length;
    return count > 1 ? `${count} x ${status}` : `${status}`;
  });
  console.log(
    [
      name.padEnd(48),
      answers.join(' ').padEnd(16),
      `${waits.slowestOrder.toFixed(0)} ms`.padStart(9),
      `${waits.p99Me.toFixed(0)} ms`.padStart(8),
      `${waits.slowestMe.toFixed(0)} ms`.padStart(8),
      `${memory.toFixed(0)} MiB`.padStart(9),
      ` ${faults.length === 0 ? 'holds' : `MISSED: ${faults.join(', ')}`}`,
    ].join(' '),
  );
}

/** Watches the API's memory and another client's requests while `attack` goes on. */
async function observed(
  { service, bystander }: AttackStage,
  name: string,
  attack: () => Promise<readonly number[]>,
): Promise<Attack> {
  const { pid } = service.apis[0]!;
  await bystand(service.url, bystander, pause(1000)); // warm
  const idle = (await memoryOf(pid)).now;
  let peak = idle;
  const watch = setInterval(async () => {
    peak = Math.max(peak, (await memoryOf(pid)).now);
  }, 50);
  const attacking = attack();
  const waits = await bystand(service.url, bystander, attacking);
  clearInterval(watch);
  return { name, statuses: await attacking, waits, memory: peak - idle };
}

/** So many bytes. */
function* blanks(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(256 * 1024, ' ');
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

/** More connections at once would be refused by the system. */
const OPENED_TOGETHER = 250;

/** Begins as many runs as the service receives at once, and breaks them off together. */
async function breakOffRuns(stage: AttackStage): Promise<Attack> {
  const { service, db, attacker } = stage;
  const refused: number[] = [];
  const untilTaken = async (runs: number) => {
    for (;;) {
      const { rows } = await db.pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM runs WHERE phase = 'receiving'`,
      );
      if (rows[0]!.n + refused.length === runs) return;
      await pause(100);
    }
  };
  const begin = () => {
    const run = request(new URL('/api/v1/runs', service.url), {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${attacker}`, ...NDJSON_BODY },
    });
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
  return observed(stage, `${RUNS} runs that break off`, async () => {
    for (const run of runs) run.destroy();
    await untilTaken(refused.length);
    return refused;
  });
}

type Strike = readonly [kind: Kind, name: string, strike: (stage: AttackStage) => Promise<Attack>];

/** Requests of one kind, with this credential of the attacker. */
function oneBody(
  { name, method = 'POST', path, headers, open, times = 1 }: HostileBody,
  credential: 'attacker' | 'attackerToken',
): Strike {
  const strike = (stage: AttackStage) =>
    observed(stage, name, async () => {
      const sending = { url: stage.service.url, key: stage[credential], method, path, headers };
      const statuses: number[] = [];
      for (let n = 0; n < times; n++) statuses.push(await sendBody(sending, open(n)));
      return statuses;
    });
  return ['one', name, strike];
}

function manyBodies(count: number, name: string, headers: Sending['headers'], open: () => Readable): Strike {
  const strike = (stage: AttackStage) =>
    observed(stage, name, () => {
      const sending = { url: stage.service.url, key: stage.attacker, path: BATCH, headers };
      return Promise.all(Array.from({ length: count }, () => sendBody(sending, open())));
    });
  return ['many', name, strike];
}

const SIZE = 30 * MEBIBYTE;
/** Arrives fast at first, and then at one byte a second. */
async function* unending(bytes: number): AsyncGenerator<Buffer> {
  yield* blanks(bytes);
  for (;;) {
    await pause(1000);
    yield Buffer.from(' ');
  }
}

const STRIKES: readonly Strike[] = [
  ...HOSTILE_BODIES.map((body) => oneBody(body, 'attacker')),
  ...ACCOUNT_BODIES.map((body) => oneBody(body, 'attackerToken')),
  manyBodies(BODIES, `${BODIES} bodies of 30 MiB`, { ...JSON_BODY, 'content-length': SIZE }, () =>
    Readable.from(blanks(SIZE)),
  ),
  manyBodies(BODIES, `${BODIES} bodies of 30 MiB, of unknown length`, JSON_BODY, () =>
    Readable.from(blanks(SIZE)),
  ),
  manyBodies(UNENDING, `${UNENDING} bodies that never end`, JSON_BODY, () => Readable.from(unending(SIZE))),
];

/** Without a least rate, because runs wait without sending while thousands of others are opened. */
const IDLE_RUNS = { BODY_MIN_BYTES_PER_SECOND: '0' };

const STAGES: readonly (readonly [env: Readonly<Record<string, string>>, strikes: readonly Strike[]])[] = [
  [{}, STRIKES],
  [IDLE_RUNS, [['many', `${RUNS} runs that break off`, breakOffRuns]]],
];

console.log(['', 'answers', 'slowest order', 'p99 /me', 'slowest', 'memory'].join('  '));
for (const [env, strikes] of STAGES) {
  const chosen = strikes.filter(([, name]) => name.includes(values.only));
  if (chosen.length === 0) continue;
  await withService({ workers: 1, env }, async ({ service, db }) => {
    const { key: attacker, token: attackerToken } = await addClient(db, ATTACKER);
    const stage = { service, db, attacker, attackerToken, bystander: (await addClient(db, 'bystander')).key };
    for (const [kind, , strike] of chosen) report(kind, await strike(stage));
  });
}
console.log(missed === 0 ? 'Every limit is met.' : `${missed} limits missed.`);
process.exitCode = missed === 0 ? 0 : 1;

import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openWebhookReceiver } from '../../../shared/testing/webhook-receiver.ts';
import { createRandom, type Random } from '../../demo/random.ts';
import { QUEUE_KINDS, type QueueKind } from '../harness/service.ts';
import { FAULT_KINDS, type FaultKind, WINDOW_FAULTS } from './faults/fault-kinds.ts';
import { FaultyService } from './faults/service.ts';
import { SCENARIOS, type Scenario, Workload } from './faults/workload.ts';

/**
 * Makes faults while callers are at work, and checks after each that the callers' answers are true. Without
 * `--long` some kinds of faults once, in about a minute; with it all kinds as often as they fit:
 *
 *   npm run check faults
 *   npm run check faults -- --long --minutes 20 --seed 7 --backend redis
 *   npm run check faults -- --long --only half-open
 *   npm run check faults -- --scenario stock
 *   npm run check faults -- --scenario window
 */
const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string' },
    backend: { type: 'string' },
    /** What callers do: one of SCENARIOS. */
    scenario: { type: 'string', default: 'all' },
    /** Only faults whose name has this text. */
    only: { type: 'string', default: '' },
    /** A folder that keeps the logs of API and worker, to find the cause of a violation. */
    logs: { type: 'string' },
  },
});

/** The faults of the short form. Each can lose something in another way. */
const SHORT: Readonly<Record<QueueKind, readonly string[]>> = {
  postgres: ['api SIGKILL', 'PostgreSQL SIGKILL', 'the way to PostgreSQL is cut', 'worker SIGKILL'],
  redis: ['Redis SIGKILL, empty after it', 'Redis fails over', 'the way to Redis is half-open'],
};

const scenario = values.scenario as Scenario;
const isImproved = scenario === 'window';
const seed = Number(values.seed ?? (values.long ? Date.now() % 1_000_000 : 1));
const backends = QUEUE_KINDS.filter((each) => each === (values.backend ?? each));
const limitMs = (Number(values.minutes) * 60_000) / backends.length;

/** In the short form each fault once; in the long one all of them in any order, again and again. */
function* order(kinds: readonly FaultKind[]): Generator<FaultKind> {
  if (!values.long) return yield* kinds;
  const random = createRandom(seed);
  for (;;) {
    const left = [...kinds];
    while (left.length > 0) yield left.splice(random.between(0, left.length - 1), 1)[0]!;
  }
}

/** Rounds after which a new client begins, so that its history stays short. */
const ROUNDS_OF_A_CLIENT = 12;
const ROUND_LIMIT_MS = 400_000;

let rounds = 0;
let faults = 0;

/** Prints what is wrong, and counts it. */
function report(what: string, wrong: readonly string[]): void {
  for (const each of wrong.slice(0, 10)) console.log(`  ${what} ${each}`);
  faults += wrong.length;
}

/** Plays one round: callers at work, a fault while an operation of the phase is under way, then the checks. */
async function play(
  faulty: FaultyService,
  workload: Workload,
  { inject }: FaultKind,
  phase: string,
  random: Random,
): Promise<string[]> {
  const end = workload.work();
  const playing = async () => {
    await pause(random.between(100, 800));
    const place = workload.operations.length;
    const began = () => workload.operations.slice(place).some(({ kind }) => kind === phase);
    while (!began()) await pause(5);
    await pause(random.between(0, 60));
    await inject(faulty, random);
    await faulty.untilReady();
    await pause(300);
    await end();
    return workload.violations(faulty.service.db);
  };
  const late = pause(ROUND_LIMIT_MS, [`unanswered: no end after ${ROUND_LIMIT_MS / 1000} s`], { ref: false });
  const violations = await Promise.race([playing(), late]).catch(({ message }) => [`unanswered: ${message}`]);
  void end();
  return violations;
}

/** Plays rounds on one backend. */
async function playOn(backend: QueueKind): Promise<void> {
  const faulty = await FaultyService.start(backend, values.logs);
  const { db } = faulty.service;
  const receiver = await openWebhookReceiver();
  const started = Date.now();
  const random = createRandom(seed);
  let workload: Workload | null = null;
  let played = 0;
  try {
    const kinds = isImproved ? [...WINDOW_FAULTS, ...FAULT_KINDS] : FAULT_KINDS;
    const wanted = kinds.filter(({ name }) =>
      values.long
        ? name.includes(values.only)
        : isImproved
          ? name.includes('a window is')
          : SHORT[backend].includes(name),
    );
    for (const { name, missing } of wanted) {
      const reason = missing(faulty);
      if (reason !== null) console.log(`SKIPPED on ${backend}: ${name}: ${reason}`);
    }
    for (const fault of order(wanted.filter(({ missing }) => missing(faulty) === null))) {
      if (Date.now() - started > limitMs) break;
      if (played % ROUNDS_OF_A_CLIENT === 0) workload = null;
      const slug = `faults-${played}`;
      workload ??= await Workload.open(db, slug, () => [faulty.url], random, { receiver, scenario });
      const phase = random.pick<string>(SCENARIOS[scenario]);
      const place = workload.operations.length;
      const violations = await play(faulty, workload, fault, phase, random);
      const made = workload.operations.slice(place);
      const answered = made.filter(({ answer }) => answer !== null).length;
      const unanswered = made.reduce((sum, each) => sum + each.unanswered, 0);
      played += 1;
      rounds += 1;
      console.log(
        `${backend} ${played}: ${fault.name} during ${phase}: ${answered} answered, ${unanswered} attempts ` +
          `unanswered, ${violations.length} violations`,
      );
      report('VIOLATION', violations);
      // A violation is reported once: later rounds have another client, so that they do not find it again.
      if (violations.length > 0) workload = null;
    }
    const { lines, secrets } = await faulty.service.secretsInLogs();
    console.log(`${lines} lines of logs on ${backend}, ${secrets.length} secrets in them`);
    report('SECRET IN A LOG', secrets);
  } finally {
    await faulty.stop();
    await receiver.close();
  }
}

console.log(`Seed ${seed}, on ${backends.join(' and ')}`);
for (const backend of backends) {
  if (backend === 'redis' && spawnSync('redis-server', ['--version']).error)
    console.log('SKIPPED on redis: no redis-server is installed (Debian: apt-get install redis-server)');
  else await playOn(backend);
}
console.log(`${rounds} rounds, ${faults} faults, seed ${seed}`);
process.exitCode = faults === 0 && rounds > 0 ? 0 : 1;

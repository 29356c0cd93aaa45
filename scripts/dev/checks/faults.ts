import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { createRandom } from '../../demo/random.ts';
import { whole } from '../../terminal/numbers.ts';
import { tableText } from '../../terminal/table.ts';
import { QUEUE_KINDS, type QueueKind } from '../harness/service.ts';
import { FAULT_KINDS, type FaultKind } from './faults/fault-kinds.ts';
import { OPERATION_KINDS } from './faults/history.ts';
import { FaultRounds, type Round } from './faults/rounds.ts';
import { FaultyService } from './faults/service.ts';

/**
 * Makes faults while callers are at work, and checks after each that the callers' answers are true. Without `--long` some rounds of each backend in less than a minute; with it as many as fit:
 *
 *   npm run check faults
 *   npm run check faults -- --long --minutes 20 --seed 7 --backend redis
 *   npm run check faults -- --long --only half-open
 */
const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string' },
    backend: { type: 'string' },
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
const SHORT_MS = 20_000;
const SHORT_SEED = 1;

const seed =
  values.seed === undefined ? (values.long ? Date.now() % 1_000_000 : SHORT_SEED) : Number(values.seed);
const backends = QUEUE_KINDS.filter((each) => each === (values.backend ?? each));
const limitMs = values.long ? (Number(values.minutes) * 60_000) / backends.length : SHORT_MS;

/** The faults in the order of their rounds: all of them, then all again in another order. */
function* order(kinds: readonly FaultKind[]): Generator<FaultKind> {
  const random = createRandom(seed);
  for (;;) {
    const left = [...kinds];
    while (left.length > 0) yield left.splice(values.long ? random.between(0, left.length - 1) : 0, 1)[0]!;
  }
}

/** Secrets that were found in the logs of API and worker. */
const secrets: string[] = [];

async function playOn(backend: QueueKind): Promise<Round[]> {
  const started = Date.now();
  const service = await FaultyService.start(backend, values.logs);
  const rounds = new FaultRounds(service, seed);
  const played: Round[] = [];
  try {
    const wanted = FAULT_KINDS.filter(({ name }) =>
      values.long ? name.includes(values.only) : SHORT[backend].includes(name),
    );
    for (const { name, missing } of wanted) {
      const reason = missing(service);
      if (reason !== null && !(backend === 'postgres' && name.includes('Redis'))) {
        console.log(`SKIPPED on ${backend}: ${name}: ${reason}`);
      }
    }
    const possible = wanted.filter(({ missing }) => missing(service) === null);
    const random = createRandom(seed + 1);
    for (const fault of order(possible)) {
      if (Date.now() - started > limitMs || (!values.long && played.length === possible.length)) break;
      const phase = random.pick(OPERATION_KINDS);
      const round = await rounds.play(fault, phase);
      played.push(round);
      if (values.long || round.violations.length > 0) {
        console.log(
          `${backend} ${played.length}: ${round.fault} during ${phase}: ${round.answered} answered, ` +
            `${round.unanswered} attempts unanswered, ${round.violations.length} violations`,
        );
      }
      for (const violation of round.violations.slice(0, 10)) console.log(`  VIOLATION ${violation}`);
    }
    const logs = await service.secretsInLogs();
    console.log(`${logs.lines} lines of logs on ${backend}, ${logs.secrets.length} secrets in them`);
    secrets.push(...logs.secrets);
  } finally {
    await rounds.close();
    await service.stop();
  }
  return played;
}

/** A row for each value of `by`: rounds, requests, answered, unanswered and violations. */
function report(title: string, played: readonly Round[], by: (round: Round) => string): string {
  const names = [...new Set(played.map(by))].sort();
  const row = (name: string, rounds: readonly Round[]) => [
    name,
    ...[
      rounds.length,
      rounds.reduce((sum, round) => sum + round.requests, 0),
      rounds.reduce((sum, round) => sum + round.answered, 0),
      rounds.reduce((sum, round) => sum + round.unanswered, 0),
      rounds.reduce((sum, round) => sum + round.violations.length, 0),
    ].map(whole),
  ];
  return tableText(
    [
      { title },
      ...['ROUNDS', 'REQUESTS', 'ANSWERED', 'UNANSWERED', 'VIOLATIONS'].map(
        (name) => ({ title: name, align: 'right' }) as const,
      ),
    ],
    [
      ...names.map((name) =>
        row(
          name,
          played.filter((round) => by(round) === name),
        ),
      ),
      row('all', played),
    ],
  );
}

console.log(`Seed ${seed}, on ${backends.join(' and ')}`);
const played: Round[] = [];
for (const backend of backends) {
  if (backend === 'redis' && spawnSync('redis-server', ['--version']).error) {
    console.log('SKIPPED on redis: no redis-server is installed (Debian: apt-get install redis-server)');
  } else played.push(...(await playOn(backend)));
}
console.log(`\n${report('FAULT', played, ({ fault }) => fault)}`);
console.log(`\n${report('PHASE', played, ({ phase }) => phase)}`);
const violations = played.reduce((sum, round) => sum + round.violations.length, 0);
console.log(`\n${played.length} rounds, ${violations} violations, seed ${seed}`);
for (const secret of secrets) console.log(`SECRET IN A LOG ${secret}`);
process.exitCode = violations === 0 && secrets.length === 0 && played.length > 0 ? 0 : 1;

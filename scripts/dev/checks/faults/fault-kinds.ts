import { statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { stopCluster } from '../../../../shared/db/embedded-cluster.ts';
import type { NetworkCondition, TcpProxy } from '../../../../shared/testing/tcp-proxy.ts';
import type { Random } from '../../../demo/random.ts';
import type { ProgramName } from '../../harness/service.ts';
import { asSuperuser, RELOAD } from '../../harness/superuser.ts';
import { type FaultyService, PROGRAMS } from './service.ts';

/** One kind of fault. */
export interface FaultKind {
  readonly name: string;
  /** Why it cannot be tried here; null: it can. */
  readonly missing: (service: FaultyService) => string | null;
  /** Makes the fault, waits for a while, and repairs it. */
  readonly inject: (service: FaultyService, random: Random) => Promise<unknown>;
}

type Inject = FaultKind['inject'];

const onAny = () => null;
const onRedis = ({ redis }: FaultyService) => (redis === null ? 'the queue is in PostgreSQL' : null);
const withDisk = ({ hasDisk }: FaultyService) =>
  hasDisk ? null : 'no file system of its own can be mounted';

const kindsOf = (missing: FaultKind['missing'], kinds: Readonly<Record<string, Inject>>): FaultKind[] =>
  Object.entries(kinds).map(([name, inject]) => ({ name, missing, inject }));

type Step = (service: FaultyService) => unknown;

/** A fault that lasts for a while, and is repaired then. */
const lasting =
  (range: readonly [leastMs: number, mostMs: number], make: Step, repair: Step): Inject =>
  async (service, random) => {
    await make(service);
    await pause(random.between(...range));
    await repair(service);
  };

const PROGRAM_FAULTS = PROGRAMS.flatMap((program) =>
  kindsOf(onAny, {
    [`${program} SIGKILL`]: async (service) => service.signal(program, 'SIGKILL'),
    [`${program} SIGTERM`]: async (service) => service.signal(program, 'SIGTERM'),
    [`${program} SIGSTOP`]: lasting(
      [300, 6000], // longer than its locks are kept, too
      (service) => service.signal(program, 'SIGSTOP'),
      (service) => service.signal(program, 'SIGCONT'),
    ),
  }),
);

/** Where orders that are improved together are, and which program has them. */
const IMPROVED = `SELECT 'worker' AS program FROM runs WHERE phase = 'allocating' AND status = 'running'`;
const SAVED = `SELECT a.application_name AS program FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.relation = 'run_windows'::regclass AND l.mode = 'RowExclusiveLock' AND a.query NOT LIKE 'UPDATE run_windows%'`;
const MOMENT_LIMIT_MS = 60_000;

/** Kills the program that has a window, so long after the window has come to a moment. */
const killAt =
  (moment: string, [leastMs, mostMs]: readonly [number, number]): Inject =>
  async (faulty, random) => {
    const deadline = Date.now() + MOMENT_LIMIT_MS;
    for (;;) {
      const { rows } = await faulty.service.db.pool.query<{ program: ProgramName }>(moment);
      if (rows[0] !== undefined) {
        await pause(random.between(leastMs, mostMs));
        return faulty.signal(rows[0].program, 'SIGKILL');
      }
      if (Date.now() > deadline)
        throw new Error('No window came to the moment at which its program is killed.');
      await pause(2);
    }
  };

/** Kills between the steps of a window. Only where orders are improved together. */
export const WINDOW_FAULTS: readonly FaultKind[] = kindsOf(onAny, {
  'SIGKILL while a window is decided': killAt(IMPROVED, [0, 20]),
  'SIGKILL while a window is improved': killAt(IMPROVED, [100, 600]),
  'SIGKILL while a window is saved': killAt(SAVED, [0, 0]),
});

/** Bad conditions of the network to the database or to Redis. */
function networkFaults(name: string, proxyOf: (service: FaultyService) => TcpProxy) {
  const under = (condition: NetworkCondition, longestMs: number) =>
    lasting(
      [200, longestMs],
      (service) => Object.assign(proxyOf(service), { condition }),
      (service) => proxyOf(service).restore(),
    );
  return {
    [`${name} is slow`]: under('slow', 2500),
    [`${name} is cut`]: under('cut', 2000),
    [`${name} is half-open`]: under('half-open', 6000),
    [`${name} comes byte by byte`]: under('trickle', 2500),
    // Nothing repairs it. The service has to notice it.
    [`${name} forgets its connections`]: async (service: FaultyService) => proxyOf(service).forgetAll(),
  };
}

const runOn = ({ service }: FaultyService, ...statements: string[]) =>
  asSuperuser(service.cluster, service.postgresPort, ...statements);

const TERMINATE = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

const READ_ONLY = 'default_transaction_read_only';

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

const DATABASE_FAULTS = kindsOf(onAny, {
  'PostgreSQL SIGKILL': async ({ service }) => {
    signalAll((await service.databasePids()).slice(0, 1), 'SIGKILL');
    await service.startDatabase();
  },
  'PostgreSQL restarts': lasting(
    [0, 1500],
    ({ service }) => stopCluster(service.cluster),
    ({ service }) => service.startDatabase(),
  ),
  'PostgreSQL SIGSTOP': lasting(
    [300, 5000],
    async ({ service }) => signalAll(await service.databasePids(), 'SIGSTOP'),
    async ({ service }) => signalAll(await service.databasePids(), 'SIGCONT'),
  ),
  'PostgreSQL ends connections': (service) => runOn(service, TERMINATE),
  'PostgreSQL has no connection left': async (faulty, random) => {
    await runOn(faulty, TERMINATE);
    const taken: pg.Client[] = [];
    const until = Date.now() + random.between(500, 2500);
    while (Date.now() < until) {
      const client = new pg.Client({ connectionString: faulty.service.databaseUrl });
      client.on('error', () => undefined);
      await client.connect().then(
        () => taken.push(client),
        () => pause(20),
      );
    }
    for (const client of taken) await client.end().catch(() => undefined);
  },
  'PostgreSQL is read-only': lasting(
    [300, 2500],
    (service) => runOn(service, `ALTER SYSTEM SET ${READ_ONLY} = on`, RELOAD),
    (service) => runOn(service, `SET ${READ_ONLY} = off`, `ALTER SYSTEM RESET ${READ_ONLY}`, RELOAD),
  ),
});

const DISK_FAULTS = kindsOf(withDisk, {
  'PostgreSQL has a full disk': async (faulty, random) => {
    const filler = join(faulty.disk, 'filler');
    const { bavail, bsize } = statfsSync(faulty.disk);
    await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024))).catch(() => undefined);
    await pause(random.between(500, 3000));
    await rm(filler);
    // PostgreSQL ends if it cannot write its log, and cannot start then.
    if ((await faulty.service.databasePids()).length === 0) await faulty.service.startDatabase();
    await runOn(faulty, 'SELECT 1').catch(() => faulty.service.startDatabase());
  },
});

const REDIS_FAULTS = kindsOf(onRedis, {
  'Redis SIGKILL, empty after it': lasting(
    [0, 1500],
    ({ redisServer }) => redisServer.signal('SIGKILL'),
    ({ redisServer }) => redisServer.restart(),
  ),
  'Redis SIGTERM, empty after it': async ({ redisServer }) => {
    redisServer.signal('SIGTERM');
    await redisServer.restart();
  },
  'Redis SIGSTOP': lasting(
    [300, 5000],
    ({ redisServer }) => redisServer.signal('SIGSTOP'),
    ({ redisServer }) => redisServer.signal('SIGCONT'),
  ),
  'Redis has no memory left': lasting(
    [500, 3000],
    ({ redisServer }) => redisServer.command('CONFIG', 'SET', 'maxmemory', '1'), // it evicts nothing by default
    ({ redisServer }) => redisServer.command('CONFIG', 'SET', 'maxmemory', '0'),
  ),
  'Redis ends connections': ({ redisServer }) => redisServer.command('CLIENT', 'KILL', 'TYPE', 'normal'),
  'Redis fails over': (service) => service.failOver(),
});

/** All kinds of faults. */
export const FAULT_KINDS: readonly FaultKind[] = [
  ...PROGRAM_FAULTS,
  ...kindsOf(
    onAny,
    networkFaults('the way to PostgreSQL', ({ database }) => database),
  ),
  ...DATABASE_FAULTS,
  ...DISK_FAULTS,
  ...kindsOf(
    onRedis,
    networkFaults('the way to Redis', ({ redis }) => redis!),
  ),
  ...REDIS_FAULTS,
];

import { statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from '../../../demo/random.ts';
import type { ProgramName } from '../../harness/service.ts';
import type { FaultProxy, NetworkCondition } from './fault-proxy.ts';
import { clockLibrary, type FaultyService } from './service.ts';

/** One kind of fault. */
export interface FaultKind {
  readonly name: string;
  /** Why it cannot be tried here; null: it can. */
  readonly missing: (service: FaultyService) => string | null;
  /** Makes the fault, waits for a while, and repairs it. */
  readonly inject: (service: FaultyService, random: Random) => Promise<void>;
}

const always = () => null;
const onRedis = (service: FaultyService) => (service.queue === 'redis' ? null : 'the queue is in PostgreSQL');

const PROGRAMS: readonly ProgramName[] = ['api', 'worker'];

function programFaults(program: ProgramName): FaultKind[] {
  return [
    {
      name: `${program} SIGKILL`,
      missing: always,
      inject: async (service) => service.signal(program, 'SIGKILL'),
    },
    {
      name: `${program} SIGTERM`,
      missing: always,
      inject: async (service) => service.signal(program, 'SIGTERM'),
    },
    {
      name: `${program} SIGSTOP`,
      missing: always,
      inject: async (service, random) => {
        service.signal(program, 'SIGSTOP');
        await pause(random.between(300, 6000)); // longer than its locks are kept, too
        service.signal(program, 'SIGCONT');
      },
    },
  ];
}

/** Bad conditions of the network to the database or to Redis. */
function networkFaults(
  name: string,
  missing: FaultKind['missing'],
  proxyOf: (service: FaultyService) => FaultProxy,
) {
  const conditions: readonly (readonly [string, NetworkCondition, number])[] = [
    ['is slow', { kind: 'slow', ms: 40 }, 2500],
    ['is cut', { kind: 'cut' }, 2000],
    ['is half-open', { kind: 'half-open' }, 6000],
    ['comes byte by byte', { kind: 'trickle' }, 2500],
  ];
  const forgotten: FaultKind = {
    name: `${name} forgets its connections`,
    missing,
    // Nothing repairs it. The service has to notice it.
    inject: async (service) => proxyOf(service).forgetAll(),
  };
  const kinds = conditions.map(
    ([what, condition, longest]): FaultKind => ({
      name: `${name} ${what}`,
      missing,
      inject: async (service, random) => {
        const proxy = proxyOf(service);
        proxy.condition = condition;
        await pause(random.between(200, longest));
        proxy.condition = { kind: 'clear' };
      },
    }),
  );
  return [...kinds, forgotten];
}

async function asSuperuser(service: FaultyService, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: service.superuserUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const TERMINATE = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

const databaseFaults: readonly FaultKind[] = [
  {
    name: 'PostgreSQL SIGKILL',
    missing: always,
    inject: async (service) => {
      const [server] = await service.databasePids();
      if (server !== undefined) process.kill(server, 'SIGKILL');
      await service.startDatabase();
    },
  },
  {
    name: 'PostgreSQL restarts',
    missing: always,
    inject: async (service, random) => {
      await service.stopDatabase();
      await pause(random.between(0, 1500));
      await service.startDatabase();
    },
  },
  {
    name: 'PostgreSQL SIGSTOP',
    missing: always,
    inject: async (service, random) => {
      const pids = await service.databasePids();
      const signal = (name: NodeJS.Signals) => {
        for (const pid of pids) {
          try {
            process.kill(pid, name);
          } catch {
            // The server has ended meanwhile.
          }
        }
      };
      signal('SIGSTOP');
      await pause(random.between(300, 5000));
      signal('SIGCONT');
    },
  },
  {
    name: 'PostgreSQL ends connections',
    missing: always,
    inject: (service) => asSuperuser(service, TERMINATE),
  },
  {
    name: 'PostgreSQL has no connection left',
    missing: always,
    inject: async (service, random) => {
      await asSuperuser(service, TERMINATE);
      const taken: pg.Client[] = [];
      const until = Date.now() + random.between(500, 2500);
      while (Date.now() < until) {
        const client = new pg.Client({ connectionString: service.databaseUrl });
        client.on('error', () => undefined);
        await client.connect().then(
          () => taken.push(client),
          () => pause(20),
        );
      }
      for (const client of taken) await client.end().catch(() => undefined);
    },
  },
  {
    name: 'PostgreSQL is read-only',
    missing: always,
    inject: async (service, random) => {
      await asSuperuser(
        service,
        'ALTER SYSTEM SET default_transaction_read_only = on',
        'SELECT pg_reload_conf()',
      );
      await pause(random.between(300, 2500));
      await asSuperuser(
        service,
        'SET default_transaction_read_only = off',
        'ALTER SYSTEM RESET default_transaction_read_only',
        'SELECT pg_reload_conf()',
      );
    },
  },
  {
    name: 'PostgreSQL has a full disk',
    missing: (service) => (service.hasDisk ? null : 'no file system of its own can be mounted'),
    inject: async (service, random) => {
      const filler = join(service.disk, 'filler');
      const { bavail, bsize } = statfsSync(service.disk);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024))).catch(() => undefined);
      await pause(random.between(500, 3000));
      await rm(filler);
      // PostgreSQL ends if it cannot write its log, and cannot start then.
      if ((await service.databasePids()).length === 0) await service.startDatabase();
      await asSuperuser(service, 'SELECT 1').catch(() => service.startDatabase());
    },
  },
];

const redisFaults: readonly FaultKind[] = [
  {
    name: 'Redis SIGKILL, empty after it',
    missing: onRedis,
    inject: async ({ redisServer }, random) => {
      redisServer.signal('SIGKILL');
      await pause(random.between(0, 1500));
      await redisServer.restart();
    },
  },
  {
    name: 'Redis SIGTERM, empty after it',
    missing: onRedis,
    inject: async ({ redisServer }) => {
      redisServer.signal('SIGTERM');
      await redisServer.restart();
    },
  },
  {
    name: 'Redis SIGSTOP',
    missing: onRedis,
    inject: async ({ redisServer }, random) => {
      redisServer.signal('SIGSTOP');
      await pause(random.between(300, 5000));
      redisServer.signal('SIGCONT');
    },
  },
  {
    name: 'Redis has no memory left',
    missing: onRedis,
    inject: async ({ redisServer }, random) => {
      await redisServer.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
      await redisServer.command('CONFIG', 'SET', 'maxmemory', '1');
      await pause(random.between(500, 3000));
      await redisServer.command('CONFIG', 'SET', 'maxmemory', '0');
    },
  },
  {
    name: 'Redis ends connections',
    missing: onRedis,
    inject: async ({ redisServer }) => {
      await redisServer.command('CLIENT', 'KILL', 'TYPE', 'normal');
    },
  },
  {
    name: 'Redis fails over',
    missing: onRedis,
    inject: (service) => service.failOver(),
  },
];

const clockFaults: readonly FaultKind[] = [
  ['forward two hours', 7200],
  ['back two hours', -7200],
  ['forward two days', 172_800],
  ['back two days', -172_800],
].map(([name, seconds]) => ({
  name: `clock jumps ${name}`,
  missing: () => (clockLibrary ? null : 'libfaketime is not installed (Debian: apt-get install faketime)'),
  inject: async (service, random) => {
    await service.useMovableClock(true);
    await pause(random.between(0, 500));
    await service.moveClock(Number(seconds));
    await pause(random.between(1500, 3000));
    await service.moveClock(null);
    await pause(1000);
    await service.useMovableClock(false);
  },
}));

/** All kinds of faults. */
export const FAULT_KINDS: readonly FaultKind[] = [
  ...PROGRAMS.flatMap(programFaults),
  ...networkFaults('the way to PostgreSQL', always, ({ database }) => database),
  ...databaseFaults,
  ...networkFaults('the way to Redis', onRedis, ({ redis }) => redis!),
  ...redisFaults,
  ...clockFaults,
];

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { migrate } from '../../../shared/db/migrate.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { createRandom } from '../../demo/random.ts';
import {
  QUEUE_KINDS,
  type QueueKind,
  type ServiceProcess,
  type ServiceUnderTest,
  withService,
} from '../harness/service.ts';
import { Workload } from './faults/workload.ts';

/**
 * Runs an earlier release and this one on the same database and queue, with an API and a worker of each. The callers of the
 * fault suite send to both while the processes are restarted one after another, and then the old ones end. What they were
 * answered must stay true. It needs git's history and the registry, because it installs the earlier release in a folder:
 *
 *   npm run check rolling-upgrade -- --before COMMIT [--backend redis] [--seconds 4]
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    backend: { type: 'string' },
    seconds: { type: 'string', default: '4' },
  },
});
const PHASE_MS = Number(values.seconds) * 1000;

async function upgrade(backend: QueueKind, service: ServiceUnderTest, folder: string): Promise<string[]> {
  const old = { root: folder };
  const apis: ServiceProcess[] = [await service.startApi(old)];
  const workers: ServiceProcess[] = [await service.startWorker(old)];
  // The first new process would do it. The workload's client is added by this release, so it must be there before.
  await migrate(service.databaseUrl);
  const urls = () => apis.map(({ url }) => url);
  const workload = await Workload.open(service.db, 'upgraded', urls, createRandom(1));
  const end = workload.work();

  /** Starts the new API before it ends the old one, so that one always serves. */
  const replaceApi = async (at: number, start: { readonly root?: string }) => {
    const [last] = apis.splice(at, 1, await service.startApi(start));
    await last!.stop();
  };
  const replaceWorker = async (at: number, start: { readonly root?: string }) => {
    await workers[at]!.stop();
    workers[at] = await service.startWorker(start);
  };
  // A release refuses to start on a database that has a migration it does not know (docs/guides/upgrade.md).
  const canOldStart = isDeepStrictEqual(migrationsOf(folder), migrationsOf(projectRoot));
  if (!canOldStart) console.log('The release before lacks migrations: its processes are not restarted.');
  const steps: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
    ['new API started', async () => apis.push(await service.startApi())],
    ['new worker started', async () => workers.push(await service.startWorker())],
    ...(canOldStart
      ? ([
          ['old worker restarted', () => replaceWorker(0, old)],
          ['old API restarted', () => replaceApi(0, old)],
        ] as const)
      : []),
    ['new worker restarted', () => replaceWorker(1, {})],
    ['new API restarted', () => replaceApi(1, {})],
    ['old worker ended', () => workers.shift()!.stop()],
    ['old API ended', () => apis.shift()!.stop()],
  ];
  for (const [what, change] of steps) {
    await pause(PHASE_MS);
    await change();
    console.log(`${backend}: ${what}; ${workload.operations.length} requests so far`);
  }
  await pause(PHASE_MS);
  await end();
  return workload.violations(service.db);
}

const migrationsOf = (folder: string) => readdirSync(join(folder, 'prisma', 'migrations')).sort();

function run(cwd: string, command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`);
}

async function main(before: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-before-'));
  let faults = 0;
  try {
    run(projectRoot, 'git', 'clone', '--quiet', '--no-checkout', projectRoot, folder);
    run(folder, 'git', 'checkout', '--quiet', '--detach', before);
    const bootstrap = `import('./scripts/bootstrap.mjs').then((m) => m.bootstrap({ console: false }))`;
    run(folder, process.execPath, '--eval', bootstrap);
    for (const backend of QUEUE_KINDS.filter((each) => each === (values.backend ?? each))) {
      const found = await withService({ queue: backend, apis: 0 }, (service) =>
        upgrade(backend, service, folder),
      );
      console.log(
        `${backend}: ${found.length === 0 ? 'nothing lost, nothing twice' : `FAULTS: ${found.join('; ')}`}`,
      );
      faults += found.length;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.exitCode = faults === 0 ? 0 : 1;
}

if (values.before === undefined) throw new Error('Say which release came before: --before COMMIT');
await main(values.before);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../../shared/foundation/free-port.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { HttpCaller } from '../http.ts';
import type { Suite } from '../measure.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const POLL_MS = 5;
const PROGRAM = ['scripts/run.mjs', 'scripts/start'];

/** The time of `npm start`, with API and worker on the embedded server, until GET /readyz answers 200. */
export async function startUpSuite(): Promise<Suite> {
  const folder = await temporaryFolder();
  // The first start makes the data directory.
  await startOnce(folder.path);
  return {
    comparisons: [
      {
        figures: [
          { case: 'start to ready, existing data directory', unit: 'ms', goal: 1500, better: 'lower' },
        ],
        warmUps: 1,
        ours: async () => [await startOnce(folder.path)],
        floor: null,
      },
    ],
    close: folder.remove,
  };
}

async function startOnce(folder: string): Promise<number> {
  const port = await freePort();
  const caller = new HttpCaller(`http://127.0.0.1:${port}`);
  const started = performance.now();
  const child = spawn(process.execPath, PROGRAM, {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      LOG_LEVEL: 'error',
      // Overrides a .env file.
      DATABASE_URL: '',
      REDIS_URL: '',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(child, 'exit');
  let ended = false;
  void gone.then(() => (ended = true));
  let ready: number | undefined;
  while (ready === undefined && !ended) {
    const answered = await caller.get('/readyz').catch(() => null);
    if (answered) ready = performance.now() - started;
    else await pause(POLL_MS);
  }
  caller.close();
  child.kill();
  await gone;
  if (ready === undefined) throw new Error('The service did not start.');
  return ready;
}

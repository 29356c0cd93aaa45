import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { HttpCaller } from './http.ts';

/** A floor that serves HTTP, as a process of its own like the product. */
export interface FloorServer {
  readonly caller: HttpCaller;
  stop(): Promise<void>;
}

/** Starts scripts/dev/bench/floors/`name`, which prints its address when it serves. */
export async function startFloor(
  name: string,
  variables: Readonly<Record<string, string | number>>,
): Promise<FloorServer> {
  const texts = Object.entries(variables).map(([key, value]) => [key, String(value)]);
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'dist', 'scripts', 'dev', 'bench', 'floors', `${name}.js`)],
    {
      env: { PATH: process.env.PATH, ...Object.fromEntries(texts) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const gone = once(child, 'exit');
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), gone.then(() => null)]);
  if (line === null) throw new Error(`The floor ${name} did not start.`);
  const caller = new HttpCaller(line[0]);
  return {
    caller,
    stop: async () => {
      caller.close();
      child.kill();
      await gone;
    },
  };
}

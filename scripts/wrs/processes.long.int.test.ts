import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startService } from '../../api/server.ts';
import { projectRoot } from '../../shared/foundation/project-root.ts';
import { compiled } from '../../shared/testing/compiled.ts';
import { anAccountFile } from '../../shared/testing/test-account.ts';
import { callWrs } from '../dev/testing/run-wrs.ts';
import { serveAccount } from '../dev/testing/served-account.ts';

const served = await serveAccount(startService);
/** An API without a worker: its runs are accepted and never end. */
const { folder, service, key } = served;
afterAll(() => served.close());

interface Running {
  readonly child: ChildProcess;
  /** All of its two outputs so far. */
  said(): { readonly out: string; readonly screen: string };
  /** Resolves when its standard error matches. */
  untilItSays(pattern: RegExp): Promise<void>;
  readonly ended: Promise<number>;
}

function start(args: readonly string[], input = '', env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: folder, WRS_API_KEY: key, ...env },
  });
  let out = '';
  let screen = '';
  child.stdout.on('data', (part) => (out += part));
  child.stderr.on('data', (part) => (screen += part));
  child.stdin.end(input);
  const ended = once(child, 'close').then(([code]) => code as number);
  return {
    child,
    ended,
    said: () => ({ out, screen }),
    async untilItSays(pattern) {
      while (!pattern.test(screen)) await Promise.race([once(child.stderr, 'data'), failWhen(ended)]);
    },
  };

  async function failWhen(end: Promise<number>): Promise<never> {
    throw new Error(`It ended with ${await end}: ${screen}`);
  }
}

const program = (name: string, ...args: string[]) => [compiled(`scripts/${name}`), ...args];
const order = { external_order_id: 'P-1', destination_zip: '60614', lines: [{ sku: 'CHAIR', quantity: 1 }] };

describe('wrs as a process', () => {
  it('says on Ctrl-C that the run goes on and how to look again, and ends with 130', async () => {
    const file = join(folder, 'orders.ndjson');
    await writeFile(file, `${JSON.stringify(order)}\n`);
    const { child, said, untilItSays, ended } = start(program('wrs', 'runs', 'submit', file, '--follow'));
    await untilItSays(/scoring 0\.0 %/);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    const [, id] = /Run (\d+) was accepted: 1 order\./.exec(said().screen)!;
    expect(said().screen).toContain(
      `Run ${id} continues in the background.\nTo follow it again: npx wrs runs show ${id} --follow\n`,
    );
    const shown = start(program('wrs', 'runs', 'show', id!, '--json'));
    expect(await shown.ended).toBe(0);
    expect(JSON.parse(shown.said().out)).toMatchObject({ status: expect.stringMatching(/queued|running/) });
  });

  it('routes what comes on the standard input', async () => {
    const { said, ended } = start(program('wrs', 'route', '-'), JSON.stringify(order));
    expect(await ended).toBe(0);
    expect(said().out).toMatch(/^Order P-1 wants 1 × CHAIR, shipped to 60614\.\nNONE: /);
  });

  it('takes relative paths from where npm was called, though npm runs it in the project', async () => {
    await writeFile(join(folder, 'relative.json'), JSON.stringify(order));
    const { said, ended } = start(['scripts/wrs.mjs', 'route', 'relative.json'], '', { INIT_CWD: folder });
    expect([await ended, said().out]).toEqual([0, expect.stringContaining('Order P-1 wants')]);
  });
});

it('wrs watch --once ends with 5 where no worker routes, and leaves the file for the next time', async () => {
  const watched = await mkdtemp(join(folder, 'watched-'));
  await writeFile(join(watched, 'orders.ndjson'), `${JSON.stringify(order)}\n`);
  const words = ['watch', watched, '--once', '--settle', '0', '--patience', '0.5', '--url', service.url];
  const { code, screen } = await callWrs(words, { env: { WRS_API_KEY: key } });
  expect([code, screen]).toEqual([
    5,
    expect.stringMatching(/Run \d+ has not got on for 0\.5 s \(--patience\)\./),
  ]);
  expect(await readdir(join(watched, 'failed'))).toEqual([]);
  expect(await readdir(join(watched, 'working'))).toHaveLength(1);
});

describe('account as a process', () => {
  it('applies a file from the standard input beside the running service', async () => {
    const { said, ended } = start(
      program('account', 'apply', '-', '--json'),
      JSON.stringify(anAccountFile()),
    );
    expect(await ended).toBe(0);
    expect(JSON.parse(said().out).api_keys).toHaveLength(2);
    expect(said().screen).toBe('');
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../api/start-service.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { openDatabase } from '../../shared/db/database.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { serve } from '../serve.ts';
import { runWrs } from './command.ts';

let folder: string;
let service: RunningService;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wrs-command-'));
  const config = loadConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  service = await serve(config, { logger: pino({ level: 'silent' }) });
  const db = openDatabase(service.databaseUrl);
  key = (await createTestAccount(db)).keys.live;
  await db.close();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly screen: string;
}

/** Runs `wrs` beside the service, which it finds by the data folder. */
async function wrs(args: readonly string[], env: Record<string, string | undefined> = {}): Promise<Ran> {
  let out = '';
  let screen = '';
  const code = await runWrs(args, {
    env: { DATA_DIR: folder, WRS_API_KEY: key, ...env },
    out: new Writable({
      write(chunk, _encoding, done) {
        out += chunk;
        done();
      },
    }),
    screen: { write: (text) => (screen += text) },
    withDatabase: () => Promise.reject(new Error('no lanes are imported here')),
  });
  return { code, out, screen };
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const order = (id: string, quantity = 1) => ({
  external_order_id: id,
  destination_zip: '60614',
  lines: [{ sku: 'CHAIR', quantity }],
});
const ndjson = (...orders: object[]) => `${orders.map((each) => JSON.stringify(each)).join('\n')}\n`;

describe('wrs inventory push', () => {
  it('syncs the rows of a CSV file and tells what became of them', async () => {
    const stock = await file(
      'stock.csv',
      'sku,warehouse_id,quantity_available\nCHAIR,EWR1,50\nDESK,ATL1,5\n',
    );
    expect(await wrs(['inventory', 'push', stock])).toMatchObject({
      code: 0,
      out: '2 rows: 2 new, 0 changed, 0 as they were.\n',
    });
    const again = await wrs(['inventory', 'push', stock, '--json', '--gzip']);
    expect(JSON.parse(again.out)).toMatchObject({ rows_received: 2, rows_unchanged: 2 });
  });

  it('names the line of each faulty row, and changes nothing', async () => {
    const bad = await file('bad.csv', 'sku,warehouse_id,quantity_available\nCHAIR,EWR1,many\nDESK,ATL1,6\n');
    const refused = await wrs(['inventory', 'push', bad]);
    expect([refused.code, refused.screen]).toEqual([
      1,
      expect.stringContaining('line 2: quantity_available'),
    ]);
    const unknown = await file('unknown.csv', 'sku,warehouse_id,quantity_available\nCHAIR,NOWHERE,1\n');
    const other = await wrs(['inventory', 'push', unknown]);
    expect([other.code, other.screen]).toEqual([1, expect.stringContaining('NOWHERE')]);
    const nameless = await wrs(['inventory', 'push', await file('stock', '')]);
    expect([nameless.code, nameless.screen]).toEqual([2, expect.stringContaining('--format')]);
  });
});

describe('wrs route', () => {
  it('prints what was decided for one order', async () => {
    const { code, out } = await wrs(['route', await file('order.json', JSON.stringify(order('R-1')))]);
    expect(code).toBe(0);
    expect(out).toContain('R-1: FULL, ');
    expect(out).toContain('ships from EWR1');
  });

  it('prints a table for several, or the answer itself as JSON', async () => {
    const path = await file('orders.ndjson', ndjson(order('R-2'), order('R-3', 9999)));
    expect((await wrs(['route', path])).out).toMatch(/2 orders: FULL 1, PARTIAL 1/);
    expect(JSON.parse((await wrs(['route', path, '--json'])).out).results).toHaveLength(2);
  });
});

describe('wrs runs', () => {
  it('submits a file, follows it to its end, and shows and saves its results', async () => {
    const orders = Array.from({ length: 30 }, (_, n) => order(`M-${n}`));
    const path = await file('run.ndjson.gz', gzipSync(ndjson(...orders)));
    const submitted = await wrs(['runs', 'submit', path, '--follow', '--json']);
    expect(submitted.code).toBe(0);
    expect(submitted.screen).toMatch(/was accepted: 30 orders/);
    expect(submitted.screen).toMatch(/done 100.0 %, 30 of 30 orders/);
    const run = JSON.parse(submitted.out);
    expect(run).toMatchObject({ status: 'completed', orders_routed: 30 });

    const id = String(run.routing_run_id);
    expect((await wrs(['runs', 'show', id])).out).toContain(`Run ${id} (number`);
    const listed = JSON.parse((await wrs(['runs', 'list', '--status', 'completed', '--json'])).out).runs;
    expect(listed[0].routing_run_id).toBe(run.routing_run_id);
    expect((await wrs(['runs', 'results', id, '--limit', '2'])).out.trim().split('\n')).toHaveLength(3);
    const saved = join(folder, 'results.csv');
    expect((await wrs(['runs', 'results', id, '--csv', '--output', saved])).code).toBe(0);
    expect((await readFile(saved, 'utf8')).trim().split('\r\n')).toHaveLength(31);

    // What has ended stays as it ended.
    expect((await wrs(['runs', 'cancel', id])).out).toContain(': completed');
  });

  it('lists the faults of a refused file by their lines, and takes the rest where asked', async () => {
    const path = await file('faulty.ndjson', `${ndjson(order('F-1'))}nonsense\n${ndjson(order('F-2'))}`);
    const refused = await wrs(['runs', 'submit', path]);
    expect([refused.code, refused.screen]).toEqual([1, expect.stringContaining('line 2: is not valid JSON')]);
    const taken = await wrs(['runs', 'submit', path, '--on-invalid', 'skip', '--follow']);
    expect(taken.code).toBe(0);
    expect(taken.out).toContain('1 faulty order was left out:');
  });
});

describe('a call of wrs', () => {
  it.each([
    ['without a key', ['runs', 'list'], { WRS_API_KEY: '' }, 2, 'An API key is needed'],
    ['with a file that is not there', ['route', 'none.json'], {}, 2, 'none.json'],
    ['with an unknown option', ['runs', 'list', '--nope'], {}, 2, "unknown option '--nope'"],
    ['with a key that is none', ['runs', 'list'], { WRS_API_KEY: 'wrs_live_x' }, 1, 'Invalid or revoked'],
    ['to nobody', ['--url', 'http://127.0.0.1:1', 'runs', 'list'], {}, 3, 'Cannot reach the service'],
  ])('%s ends with its exit code', async (_case, args, env, code, said) => {
    const call = await wrs(args, env);
    expect([call.code, call.screen]).toEqual([code, expect.stringContaining(said)]);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch as watchFolder } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../shared/db/database.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { compiled } from '../../../shared/testing/compiled.ts';
import { casesOf } from '../../../shared/testing/long.ts';
import { openTcpProxy } from '../../../shared/testing/tcp-proxy.ts';
import { callWrs } from '../../dev/testing/run-wrs.ts';
import { serveAccount } from '../../dev/testing/served-account.ts';

afterAll(async () => {
  await away.ended;
  await db.close();
  await served.close();
});

const newFolder = () => mkdtemp(join(served.folder, 'watched-'));
const order = (id: string) => ({
  external_order_id: id,
  destination_zip: '60614',
  lines: [{ sku: 'CHAIR', quantity: 1 }],
});
const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
const ndjsonOf = (prefix: string, count: number) =>
  ids(prefix, count)
    .map((id) => `${JSON.stringify(order(id))}\n`)
    .join('');
const csvOf = (prefix: string, count: number) =>
  [
    'external_order_id,destination_zip,sku,quantity',
    ...ids(prefix, count).map((id) => `${id},60614,CHAIR,1`),
  ].join('\n');

const environment = (env: Record<string, string> = {}) => ({
  DATA_DIR: served.folder,
  WRS_API_KEY: served.key,
  ...env,
});
const watchOnce = (folder: string, options: readonly string[] = [], env: Record<string, string> = {}) =>
  callWrs(['watch', folder, '--once', '--settle', '0', ...options], { env: environment(env) });

const served = await serveAccount();
const db = openDatabase(served.service.databaseUrl);
const away = await startAway();

/** A watch whose service stays away. The client tries for half a minute, so it begins before the other tests. */
async function startAway() {
  const folder = await newFolder();
  const proxy = await openTcpProxy(served.service.url);
  proxy.cut();
  await writeFile(join(folder, 'a.csv'), csvOf('STAYS', 1));
  const ended = watchOnce(folder, [], { WRS_URL: proxy.url }).finally(() => proxy.close());
  return { folder, ended };
}

/** Decisions on the orders whose IDs begin with a prefix, and the runs that they are of. */
async function routedOf(prefix: string): Promise<{ decisions: number; runs: number }> {
  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS decisions, count(DISTINCT run_id)::int AS runs
     FROM decisions JOIN orders USING (id) WHERE order_id LIKE $1`,
    [`${prefix}-%`],
  );
  return rows[0];
}

const usage = async () =>
  (await db.pool.query('SELECT sum(routed_orders)::int AS orders FROM usage')).rows[0].orders as number;

/** The names in a folder of a watched folder, without the part that differs each time. */
const namesIn = async (...path: string[]) =>
  (await readdir(join(...path))).map((name) => name.replace(/\.\d+-[0-9a-f]{8}(?=\.|$)/, '')).sort();

const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** Runs the command as a process. */
function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [compiled('scripts/wrs'), 'watch', ...args], {
    env: { ...process.env, ...environment(env) },
  });
  started.add(child);
  let out = '';
  child.stdout.on('data', (part) => (out += part));
  let screen = '';
  child.stderr.on('data', (part) => (screen += part));
  const ended = once(child, 'close').then(([code]) => {
    started.delete(child);
    return { code: code as number | null, out, screen };
  });
  return { child, ended };
}

/** A folder, and what watches it through a proxy before the service. */
async function behindProxy() {
  const folder = await newFolder();
  const proxy = await openTcpProxy(served.service.url);
  onTestFinished(() => proxy.close());
  const watch = () => start([folder, '--settle', '0'], { WRS_URL: proxy.url });
  return { folder, proxy, watch };
}

describe('wrs watch --once', () => {
  it('routes files of all formats on the stock beside them, writes their results and moves them', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'stock'));
    await writeFile(
      join(folder, 'stock', 's.csv'),
      'sku,warehouse_id,quantity_available\nCHAIR,EWR1,100000\n',
    );
    await writeFile(join(folder, 'a.csv'), csvOf('A', 3));
    await writeFile(join(folder, 'b.ndjson.gz'), gzipSync(ndjsonOf('B', 3)));
    await writeFile(join(folder, 'c.json'), JSON.stringify(order('C-0')));
    await writeFile(join(folder, 'd.json'), `\uFEFF${JSON.stringify([order('D-0'), order('D-1')])}`);
    await writeFile(join(folder, 'e.json'), JSON.stringify({ orders: [order('E-0')] }));
    await writeFile(join(folder, 'readme.txt'), 'not orders');
    await symlink('a.csv', join(folder, 'link.csv'));
    const { code, out } = await watchOnce(folder);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toBe('s.csv: 1 row of stock, 1 new or changed');
    expect(out).toMatch(/\na\.csv: run \d+, 3 orders, 0 NONE: results\/a\.\d+-[0-9a-f]{8}\.csv\n/);
    expect(await namesIn(folder, 'results')).toEqual([
      'a.csv',
      'a.shipments.csv',
      'b.ndjson',
      'c.ndjson',
      'd.ndjson',
      'e.ndjson',
    ]);
    expect(await namesIn(folder, 'done')).toEqual(['a.csv', 'b.ndjson.gz', 'c.json', 'd.json', 'e.json']);
    expect(await namesIn(folder, 'stock', 'done')).toEqual(['s.csv']);
    expect(await namesIn(folder)).toEqual([
      'changes',
      'done',
      'failed',
      'link.csv',
      'readme.txt',
      'results',
      'shipped',
      'stock',
      'working',
    ]);
    const [a, shipments] = (await readdir(join(folder, 'results'))).sort();
    const rows = (await readFile(join(folder, 'results', a!), 'utf8')).trim().split('\r\n');
    expect(rows.map((row) => row.split(',')[0])).toEqual(['order_id', 'A-0', 'A-1', 'A-2']);
    expect(rows[1]).toContain(',FULL,');
    const lines = (await readFile(join(folder, 'results', shipments!), 'utf8')).trim().split('\r\n');
    expect([lines[0], lines.length]).toEqual([expect.stringContaining('warehouse_id,'), 4]);
  });

  it('answers the example as its page says', async () => {
    const folder = await newFolder();
    const example = join(projectRoot, 'docs/examples/csv-folder');
    await mkdir(join(folder, 'stock'));
    await copyFile(join(example, 'stock.csv'), join(folder, 'stock', 'stock.csv'));
    await copyFile(join(example, 'orders.csv'), join(folder, 'orders.csv'));
    const { out } = await watchOnce(folder);
    const page = await readFile(join(example, 'README.md'), 'utf8');
    const said = /^```text\n([\s\S]*?)^```/m.exec(page)![1]!;
    const withoutRun = (text: string) => text.replace(/run \d+/, '').replace(/orders\.\d+-/, '');
    expect(withoutRun(out)).toBe(withoutRun(said));
  });

  it('routes the same content once, and a name that comes again with another content', async () => {
    const folder = await newFolder();
    for (const content of [csvOf('F', 2), csvOf('F', 2), csvOf('G', 2)]) {
      await writeFile(join(folder, 'orders.csv'), content);
      expect((await watchOnce(folder)).code).toBe(0);
    }
    expect(await routedOf('F')).toEqual({ decisions: 2, runs: 1 });
    expect(await routedOf('G')).toEqual({ decisions: 2, runs: 1 });
    expect(await readdir(join(folder, 'done'))).toHaveLength(3);
    expect(await readdir(join(folder, 'results'))).toHaveLength(4);
  });

  it('shows the warnings of a file, keeps them with its results, and takes --restore-zip-zeros', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'zips.csv'), csvOf('ZIP', 3).replaceAll('60614', '7030'));
    const { out } = await watchOnce(folder);
    expect(out).toMatch(
      /\nzips\.csv: Warning: line 2 and 2 more: a leading zero may be missing: 07030\? 3 ZIPs /,
    );
    const [kept] = (await readdir(join(folder, 'results'))).filter((name) => name.endsWith('.warnings.txt'));
    expect(await readFile(join(folder, 'results', kept!), 'utf8')).toContain('line 2 and 2 more');
    await writeFile(join(folder, 'more.csv'), csvOf('MORE', 3).replaceAll('60614', '7030'));
    const more = await watchOnce(folder, ['--restore-zip-zeros']);
    expect(more.out).toMatch(/^more\.csv: run \d+, 3 orders, .*\n$/);
  });

  it('moves a faulty file with what is wrong and where, and goes on with the others', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'bad.csv'), csvOf('BAD', 2).replace('CHAIR,1', 'CHAIR,many'));
    await writeFile(join(folder, 'empty.json'), '{}');
    await writeFile(join(folder, 'good.csv'), csvOf('GOOD', 2));
    await mkdir(join(folder, 'stock'));
    await writeFile(
      join(folder, 'stock', 'bad.csv'),
      'sku,warehouse_id,quantity_available\nCHAIR,NOWHERE,1\n',
    );
    const { code, out } = await watchOnce(folder);
    expect([code, out]).toEqual([1, expect.stringContaining('bad.csv: failed: ')]);
    expect(await namesIn(folder, 'failed')).toEqual([
      'bad.csv',
      'bad.csv.txt',
      'empty.json',
      'empty.json.txt',
    ]);
    const [, text] = (await readdir(join(folder, 'failed'))).sort();
    expect(await readFile(join(folder, 'failed', text!), 'utf8')).toMatch(/: line 2: .*quantity/);
    expect(await namesIn(folder, 'stock', 'failed')).toEqual(['bad.csv', 'bad.csv.txt']);
    expect(await namesIn(folder, 'done')).toEqual(['good.csv']);
    expect([await routedOf('BAD'), await routedOf('GOOD')]).toEqual([
      { decisions: 0, runs: 0 },
      { decisions: 2, runs: 1 },
    ]);
  });

  it.concurrent('leaves the file in hand where it is if the key is refused, and takes it up the next time', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'a.csv'), csvOf('K', 1));
    const refused = await watchOnce(folder, [], { WRS_API_KEY: 'wrs_live_nobody' });
    expect([refused.code, refused.screen]).toEqual([1, expect.stringContaining('Invalid or revoked')]);
    expect((await watchOnce(folder)).code).toBe(0);
    expect(await namesIn(folder, 'done')).toEqual(['a.csv']);
    expect((await watchOnce(join(folder, 'nowhere'))).code).toBe(2);
  });
});

/** Kills a process at the n-th change that is seen in the folder. */
function killAtChange(n: number, folder: string, child: ChildProcess): () => void {
  let changes = 0;
  const watchers = ['', 'working', 'results', 'done'].map((name) =>
    watchFolder(join(folder, name), () => {
      changes += 1;
      if (changes === n) child.kill('SIGKILL');
    }),
  );
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

describe('wrs watch, killed and started again, routes a file once', () => {
  const ORDERS = 10;

  it('at each change of the folder', async () => {
    const before = await usage();
    const killAt = async (n: number) => {
      const folder = await newFolder();
      for (const name of ['working', 'results', 'done']) await mkdir(join(folder, name));
      await writeFile(join(folder, 'orders.csv'), csvOf(`KILL${n}`, ORDERS));
      const first = start([folder, '--settle', '0', '--once']);
      const unwatch = killAtChange(n, folder, first.child);
      const { code } = await first.ended;
      unwatch();
      return { n, folder, killed: code === null };
    };
    const ends: Awaited<ReturnType<typeof killAt>>[] = [];
    // Every change at night, else every second one. Where one has ended before its change came, there are no more changes.
    const step = casesOf(1, 2);
    for (let n = 1; ends.every(({ killed }) => killed); n += 4 * step)
      ends.push(...(await Promise.all([0, 1, 2, 3].map((each) => killAt(n + each * step)))));
    const goOn = async ({ n, folder }: (typeof ends)[number]) => {
      expect((await watchOnce(folder)).code).toBe(0);
      expect([n, await routedOf(`KILL${n}`)]).toEqual([n, { decisions: ORDERS, runs: 1 }]);
      expect(await namesIn(folder, 'done')).toEqual(['orders.csv']);
      expect(await namesIn(folder, 'results')).toEqual(['orders.csv', 'orders.shipments.csv']);
      const [name] = (await readdir(join(folder, 'results'))).sort();
      const rows = (await readFile(join(folder, 'results', name!), 'utf8')).trim().split('\r\n');
      expect(rows).toHaveLength(ORDERS + 1);
    };
    for (let index = 0; index < ends.length; index += 8)
      await Promise.all(ends.slice(index, index + 8).map(goOn));
    expect(ends.filter(({ killed }) => killed).length).toBeGreaterThan(ends.length / 2);
    expect((await usage()) - before).toBe(ORDERS * ends.length);
  });

  it('when the service has routed it and the process has not heard', async () => {
    const { folder, proxy, watch } = await behindProxy();
    await writeFile(join(folder, 'orders.csv'), csvOf('UNHEARD', 20));
    const sent = proxy.holdAnswersAfter('POST /api/v1/runs');
    const first = watch();
    await sent;
    await expect.poll(() => routedOf('UNHEARD')).toEqual({ decisions: 20, runs: 1 });
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await namesIn(folder, 'done')).toEqual([]);
    expect((await watchOnce(folder)).code).toBe(0);
    expect(await routedOf('UNHEARD')).toEqual({ decisions: 20, runs: 1 });
    expect(await namesIn(folder, 'done')).toEqual(['orders.csv']);
  });

  it('a stock file too: it is one sync', async () => {
    const { folder, proxy, watch } = await behindProxy();
    await mkdir(join(folder, 'stock'));
    await writeFile(join(folder, 'stock', 'once.csv'), 'sku,warehouse_id,quantity_available\nLAMP,EWR1,5\n');
    const syncs = async () =>
      (await db.pool.query("SELECT count(*)::int AS n FROM ingest_runs WHERE source_name = 'once.csv'"))
        .rows[0].n;
    const sent = proxy.holdAnswersAfter('POST /api/v1/inventory/uploads');
    const first = watch();
    await sent;
    await expect.poll(syncs).toBe(1);
    first.child.kill('SIGKILL');
    await first.ended;
    expect((await watchOnce(folder)).code).toBe(0);
    expect(await syncs()).toBe(1);
  });
});

describe('wrs watch', () => {
  it('ends with 3 by --once while the service stays away, and leaves the file for the next time', async () => {
    const { folder, ended } = away;
    const { code, screen } = await ended;
    expect([code, screen]).toEqual([3, expect.stringContaining('Cannot reach the service at ')]);
    expect(await readdir(join(folder, 'failed'))).toEqual([]);
    expect((await watchOnce(folder)).code).toBe(0);
    expect(await routedOf('STAYS')).toEqual({ decisions: 1, runs: 1 });
  });

  it('shares a folder with another: each file is routed once', async () => {
    const FILES = 8;
    const folder = await newFolder();
    for (let n = 0; n < FILES; n += 1) await writeFile(join(folder, `${n}.csv`), csvOf(`TWO${n}`, 3));
    const ends = await Promise.all([start([folder, '--once', '--settle', '0']).ended, watchOnce(folder)]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    const lines = ends.flatMap(({ out }) => out.trim().split('\n'));
    expect(lines.filter((line) => /: run \d+, 3 orders/.test(line))).toHaveLength(FILES);
    for (let n = 0; n < FILES; n += 1) expect(await routedOf(`TWO${n}`)).toEqual({ decisions: 3, runs: 1 });
    expect(await readdir(join(folder, 'done'))).toHaveLength(FILES);
  });

  it('routes what came under the name of a file in hand too', async () => {
    const { folder, proxy, watch } = await behindProxy();
    proxy.cut();
    const { child, ended } = watch();
    await writeFile(join(folder, 'a.csv'), csvOf('OLD', 1));
    await expect.poll(() => readdir(join(folder, 'working')).catch(() => [])).toHaveLength(1);
    await writeFile(join(folder, '.a.csv'), csvOf('NEW', 1));
    await rename(join(folder, '.a.csv'), join(folder, 'a.csv'));
    proxy.restore();
    await expect.poll(() => readdir(join(folder, 'done')), { timeout: 30_000 }).toHaveLength(1);
    child.kill('SIGTERM');
    await ended;
    for (const id of ['OLD', 'NEW']) expect(await routedOf(id)).toEqual({ decisions: 1, runs: 1 });
    expect(await readdir(folder)).not.toContain('a.csv');
  });

  it('waits for a service that is away, and ends on SIGTERM after the file in hand', async () => {
    const { folder, proxy, watch } = await behindProxy();
    proxy.cut();
    const { child, ended } = watch();
    await writeFile(join(folder, 'a.csv'), csvOf('AWAY', 200));
    const claims = () => readdir(join(folder, 'working')).catch(() => []);
    await expect.poll(claims).toHaveLength(1);
    child.kill('SIGTERM');
    proxy.restore();
    await writeFile(join(folder, 'b.csv'), csvOf('LATER', 1));
    expect(await ended).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^a\.csv: run \d+, 200 orders/),
    });
    expect(await namesIn(folder, 'done')).toEqual(['a.csv']);
    expect(await namesIn(folder)).toContain('b.csv');
  });
});

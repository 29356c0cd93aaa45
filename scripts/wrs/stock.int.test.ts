import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callWrs, type Ran } from '../dev/testing/run-wrs.ts';
import { serveAccount } from '../dev/testing/served-account.ts';

const served = await serveAccount();
afterAll(() => served.close());

const wrs = (...args: readonly string[]): Promise<Ran> =>
  callWrs(args, { env: { DATA_DIR: served.folder, WRS_API_KEY: served.key } });

async function file(name: string, content: string): Promise<string> {
  const path = join(served.folder, name);
  await writeFile(path, content);
  return path;
}

/** Syncs SOFA at EWR1 and ATL1. */
async function push(quantities: readonly [number, number], ...more: readonly string[]): Promise<Ran> {
  const [edison, fairburn] = quantities;
  const rows = `sku,warehouse_id,quantity_available\nSOFA,EWR1,${edison}\nSOFA,ATL1,${fairburn}\n`;
  return wrs('inventory', 'push', await file('stock.csv', rows), ...more);
}

async function route(order_id: string, quantity: number, more: object = {}): Promise<void> {
  const order = { order_id, destination_zip: '10001', lines: [{ sku: 'SOFA', quantity }], ...more };
  const { code, out } = await wrs('route', await file('order.json', JSON.stringify(order)));
  expect([code, out]).toEqual([0, expect.stringContaining('\nFULL: ')]);
}

it('wrs shipped takes orders of a CSV file, each as a whole or not at all, and fails if one was refused', async () => {
  await push([10, 10]);
  await route('S-1', 3);
  await route('S-2', 2);
  const part = await file('part.csv', 'order_id,warehouse_id,sku,quantity\nS-1,EWR1,SOFA,1\nS-2,,,\n');
  expect(await wrs('shipped', part)).toMatchObject({
    code: 0,
    out: '2 orders taken: 3 units have shipped.\n',
  });
  const again = await file(
    'again.csv',
    'order_id,warehouse_id,sku,quantity\nS-1,EWR1,SOFA,9\nS-none,,,\nS-2,,,\n',
  );
  const refused = await wrs('shipped', again);
  expect([refused.code, refused.out]).toEqual([1, '1 order taken: 0 units have shipped.\n']);
  expect(refused.screen).toMatch(/S-1: not_allocated: .+\n(.*\n)*S-none: not_found: /);
  const asJson = JSON.parse((await wrs('shipped', await file('s.csv', 'order_id\nS-1\n'), '--json')).out);
  expect(asJson.orders).toMatchObject([{ order_id: 'S-1', shipped_units: 2, remaining_units: 0 }]);
});

it('wrs inventory change takes changes of a file, all or none', async () => {
  const header = 'sku,warehouse_id,change,reason\n';
  const some = await file('c.csv', `${header}LAMP,EWR1,5,delivery\nLAMP,ATL1,2,\n`);
  expect(await wrs('inventory', 'change', some)).toMatchObject({ code: 0, out: '2 changes of stock.\n' });
  const refused = await wrs(
    'inventory',
    'change',
    await file('d.csv', `${header}LAMP,EWR1,-6,\nLAMP,ATL1,1,\n`),
  );
  expect([refused.code, refused.screen]).toEqual([1, expect.stringContaining('LAMP at EWR1 has 5')]);
});

it('wrs inventory change sends a long file in parts: a mended one goes on where it was refused', async () => {
  const rows = Array.from({ length: 10_500 }, (_, n) => `PART-${n},EWR1,1`);
  const of = (some: readonly string[]) => `sku,warehouse_id,change\n${some.join('\n')}\n`;
  const send = async (some: readonly string[]) =>
    wrs('inventory', 'change', await file('long.csv', of(some)));
  const twice = await send([...rows, rows[3]!]);
  expect([twice.code, twice.screen]).toEqual([
    2,
    expect.stringContaining(
      'SKU and warehouse PART-3 EWR1 comes twice: line 5 and line 10502. Nothing was sent.',
    ),
  ]);
  const faulty = await send(rows.with(10_400, 'PART-10400,EWR1,0'));
  expect([faulty.code, faulty.screen]).toEqual([
    1,
    expect.stringMatching(
      /Part 2 of 2 was refused, and the first is taken\. .*line 10402: change: must not be 0/,
    ),
  ]);
  expect(await send(rows)).toMatchObject({ code: 0, out: '10,500 changes of stock.\n' });
  expect((await send(rows)).out).toBe('10,500 changes of stock, made when the same was sent before.\n');
  const last = await wrs(
    'inventory',
    'change',
    await file('one.csv', of(['PART-0,EWR1,1', 'PART-10499,EWR1,1'])),
    '--json',
  );
  expect(JSON.parse(last.out).changes).toMatchObject([{ quantity_available: 2 }, { quantity_available: 2 }]);
});

it('wrs shipped sends a long file in parts that end between orders', async () => {
  await push([20, 10]);
  await route('L-1', 4);
  const others = Array.from({ length: 6000 }, (_, n) => `NOBODY-${n},,,`);
  const row = 'L-1,EWR1,SOFA,';
  const rows = [`${row}1`, ...others, `${row}3`];
  const path = await file('long-shipped.csv', `order_id,warehouse_id,sku,quantity\n${rows.join('\n')}\n`);
  const first = await wrs('shipped', path);
  expect([first.code, first.out]).toEqual([1, '1 order taken: 4 units have shipped.\n']);
  const again = await wrs('shipped', path);
  expect(again.out).toBe('1 order taken when the same was sent before: 4 units have shipped.\n');
  const skipped = await file('bad.csv', 'order_id,shipped_at\nL-1,\nL-2,soon\n');
  const { code, screen } = await wrs('shipped', skipped, '--on-invalid', 'skip');
  expect([code, screen]).toEqual([
    1,
    expect.stringContaining('L-2: validation_failed: line 3: shipped_at: must be'),
  ]);
});

it('wrs watch takes files of the folders changes and shipped, and says which orders were refused', async () => {
  const folder = join(served.folder, 'watched');
  for (const name of ['changes', 'shipped']) await mkdir(join(folder, name), { recursive: true });
  await wrs('inventory', 'change', await file('e.csv', 'sku,warehouse_id,change\nSOFA,EWR1,9\n'));
  await route('W-1', 1);
  await writeFile(join(folder, 'changes', 'c.csv'), 'sku,warehouse_id,change\nLAMP,EWR1,-1\n');
  await writeFile(join(folder, 'shipped', 's.csv'), 'order_id\nW-1\n');
  const watch = () => wrs('watch', folder, '--once', '--settle', '0');
  expect(await watch()).toMatchObject({
    code: 0,
    out: 'c.csv: 1 change of stock\ns.csv: 1 order taken: 1 unit have shipped\n',
  });
  await writeFile(join(folder, 'shipped', 's.csv'), 'order_id\nW-1\nW-none\n');
  const refused = await watch();
  expect([refused.code, refused.out]).toEqual([
    1,
    expect.stringMatching(
      /^s\.csv: 1 order taken: 0 units.*\ns\.csv: 1 order refused: failed\/s\..*\.txt\n$/,
    ),
  ]);
  const names = (of: string) => readdir(join(folder, 'shipped', of));
  const [reasons, ...others] = await names('failed');
  expect([others, (await names('done')).length]).toEqual([[], 2]);
  expect(await readFile(join(folder, 'shipped', 'failed', reasons!), 'utf8')).toMatch(
    /^W-none: not_found: .*\n$/,
  );

  await writeFile(join(folder, 'shipped', 's.csv'), 'order_id\nW-none\n');
  expect(await watch()).toMatchObject({ code: 1, out: 's.csv: failed: No order was taken.\n' });
  expect((await names('failed')).length).toBe(3);
});

it('wrs confirm keeps an order that is held, and says why one cannot be kept', async () => {
  await route('C-1', 2, { hold_minutes: 5 });
  expect(await wrs('confirm', 'C-1')).toMatchObject({
    code: 0,
    out: 'C-1 is confirmed: it has 2 units reserved.\n',
  });
  await wrs('release', 'C-1');
  const released = await wrs('confirm', 'C-1');
  expect([released.code, released.screen]).toEqual([1, expect.stringContaining('released')]);
});

it('wrs inventory push --counted-at keeps what came later, and runs reroute --short routes what lacks units', async () => {
  const counted_at = new Date().toISOString();
  await route('L-1', 4);
  const counted = await push([3, 10], '--counted-at', counted_at, '--json');
  expect(JSON.parse(counted.out)).toMatchObject({
    counted_at,
    short: { pairs: [{ sku: 'SOFA', warehouse_id: 'EWR1', short_quantity: 1 }] },
  });
  const { code, screen, out } = await wrs('runs', 'reroute', '--short', '--follow');
  expect([code, screen]).toEqual([0, expect.stringContaining('1 of 1 orders')]);
  expect(out).toContain('FULL');
  const none = await wrs('runs', 'reroute', '--short', '--follow');
  expect([none.code, none.screen]).toEqual([0, expect.stringContaining('No order matches')]);
});

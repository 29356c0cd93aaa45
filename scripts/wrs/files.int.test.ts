import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callWrs } from '../dev/testing/run-wrs.ts';
import { serveAccount } from '../dev/testing/served-account.ts';

const served = await serveAccount();
afterAll(() => served.close());

/** Runs `wrs` with the name of a file of this content as last word. */
async function wrsOf(name: string, content: string | Buffer, ...args: readonly string[]) {
  const path = join(served.folder, name);
  await writeFile(path, content);
  return callWrs([...args, path], { env: { DATA_DIR: served.folder, WRS_API_KEY: served.key } });
}

const HEADER = 'external_order_id,destination_zip,sku,quantity';

describe('a file of another encoding than UTF-8', () => {
  it.each([
    ['latin.csv', `${HEADER}\nSO-É,60614,CHAIR,1\n`, 1, 'line 2: is not valid UTF-8: save'],
    [
      'latin.json',
      '{"external_order_id":"É","destination_zip":"60614","lines":[]}',
      2,
      ': is not valid UTF-8: save',
    ],
    ['latin.ndjson', '{"external_order_id":"É"}\n', 2, ': is not valid UTF-8: save'],
  ])('%s is refused', async (name, content, code, message) => {
    const refused = await wrsOf(name, Buffer.from(content, 'latin1'), 'route');
    expect([refused.code, refused.screen]).toEqual([code, expect.stringContaining(message)]);
  });

  it('is read if it is UTF-16 with a byte order mark', async () => {
    const csv = Buffer.from(`\uFEFF${HEADER}\r\nSO-É,60614,CHAIR,1\r\n`, 'utf16le');
    const { out } = await wrsOf('utf16.csv', csv, 'route', '--json');
    expect(JSON.parse(out).results).toMatchObject([{ order_id: 'SO-É' }]);
  });
});

describe('the warnings of CSV', () => {
  const ROWS = ['S-1,7030,CHAIR,1', 'S-2,7030,CHAIR,1', 'S-3,60614,CHAIR,1'];
  const csvOf = (prefix: string) => `${HEADER}\n${ROWS.map((row) => `${prefix}${row}\n`).join('')}`;
  const WARNING =
    'Warning: line 2 and 1 more: a leading zero may be missing: 07030? 2 ZIPs may have lost a zero; --restore-zip-zeros puts it back.';

  it('are shown by wrs route, and --restore-zip-zeros ends them', async () => {
    const { screen } = await wrsOf('zips.csv', csvOf('R'), 'route');
    expect(screen).toContain(WARNING);
    const restored = await wrsOf('zips.csv', csvOf('R'), 'route', '--restore-zip-zeros', '--json');
    expect(restored.screen).not.toContain('Warning');
    expect(JSON.parse(restored.out)).not.toHaveProperty('warnings');
    const kept = await wrsOf('zips.csv', csvOf('R'), 'route', '--json');
    expect(JSON.parse(kept.out)).toHaveProperty('warnings');
  });

  it('are shown by wrs runs submit, and --restore-zip-zeros ends them', async () => {
    expect((await wrsOf('run.csv', csvOf('S'), 'runs', 'submit')).out).toContain(WARNING);
    const restored = await wrsOf('run.csv', csvOf('T'), 'runs', 'submit', '--restore-zip-zeros');
    expect([restored.code, restored.out]).toEqual([0, expect.not.stringContaining('Warning')]);
  });

  it('are shown by wrs inventory push', async () => {
    const stock = "sku,warehouse_id,quantity_available\n1.23457E+12,EWR1,5\n'60606,EWR1,5\n";
    const { screen } = await wrsOf('stock.csv', stock, 'inventory', 'push');
    expect(screen).toContain(
      'Warning: line 2: sku 1.23457E+12 looks like a number that a spreadsheet has rounded\n',
    );
    expect(screen).toContain('Warning: line 3: "\'60606" is read as "60606"\n');
  });
});

it('wrs inventory push leaves faulty rows out where asked, and tells them', async () => {
  const stock = 'sku,warehouse_id,quantity_available\nCHAIR,EWR1,5\nLAMP,EWR1,-1\n';
  const { code, out, screen } = await wrsOf('faulty.csv', stock, 'inventory', 'push', '--on-invalid', 'skip');
  expect([code, out]).toEqual([0, expect.stringMatching(/^1 row: /)]);
  expect(screen).toMatch(/1 faulty row was left out:\n {2}line 3: quantity_available: /);
});

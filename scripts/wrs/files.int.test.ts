import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callWrs } from '../dev/testing/run-wrs.ts';
import { type ServedAccount, serveAccount } from '../dev/testing/served-account.ts';

let served: ServedAccount;
beforeAll(async () => {
  served = await serveAccount();
});
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

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { callWrs } from '../../dev/testing/run-wrs.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const lanesRan = (...args: string[]) => callWrs(['admin', 'lanes', ...args], { db });

const db = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'lanes-command-'));

/** Runs `wrs admin lanes` with these words; the lines that it prints. */
async function lanes(...args: string[]): Promise<string[]> {
  return (await lanesRan(...args)).out.trimEnd().split('\n');
}

async function tableOf(text: string): Promise<string> {
  const path = join(folder, 'table.csv');
  await writeFile(path, text);
  return path;
}

const LIST = 'warehouse_id,destination_zip3,transit_days\nATL1,100-101,3\nONT1,100,5\n';

describe('lanes import', () => {
  it('prints what it took, and that it is not used yet', async () => {
    const { slug } = await createTestAccount(db);
    expect(await lanes('import', await tableOf(LIST), '--client', slug)).toEqual([
      expect.stringMatching(`^${slug}: read as prefix-days, lane table \\d+$`),
      '  ATL1: 2 lanes',
      '  ONT1: 1 lane',
      `  not used yet: the provider of ${slug} is zone; pass --use to switch it to the table`,
    ]);
  });

  it('names an export that has the lanes, as soon as they are used', async () => {
    const { slug } = await createTestAccount(db);
    const args = ['import', await tableOf(LIST), '--client', slug];
    expect((await lanesRan(...args)).screen).toBe('');
    expect((await lanesRan(...args, '--use')).screen).toBe(
      `The account with its lanes: npx wrs admin export ${slug} --lanes lanes.csv\n`,
    );
  });

  it('makes the table the provider with --use, and prints JSON with --json', async () => {
    const { slug, client_id } = await createTestAccount(db);
    const path = await tableOf('Dest. ZIP,Ground\n100,002\n');
    const args = ['--client', slug, '--warehouse', 'ATL1', '--layout', 'ups-zones', '--use', '--json'];
    const [json] = await lanes('import', path, ...args);
    expect(JSON.parse(json!)).toEqual({
      client_id,
      layout: 'ups-zones',
      warehouses: [{ warehouse_id: 'ATL1', lanes: 1 }],
      lane_table_id: expect.any(Number),
      provider: 'table',
      changed: true,
    });
    expect(JSON.parse((await lanes('import', path, ...args))[0]!)).toMatchObject({ changed: false });
  });

  it('says the faults of a table, and of a file that is not there, and exits with 2', async () => {
    const { slug } = await createTestAccount(db);
    const wrong = await lanesRan('import', await tableOf(`${LIST}NOPE,1,x\n`), '--client', slug);
    expect([wrong.code, wrong.screen.match(/^line 4: /gm)]).toEqual([2, Array(3).fill('line 4: ')]);
    const missing = join(folder, 'none.csv');
    const none = await lanesRan('import', missing, '--client', slug);
    expect([none.code, none.screen]).toEqual([2, `${missing}: no such file\n`]);
  });

  it.each([
    [['import', 'x.csv']],
    [['import', 'x.csv', '--client', 'a', '--layout', 'pigeon']],
    [['export']],
  ])('refuses the call %j', async (args) => {
    expect(await lanesRan(...args)).toMatchObject({ code: 2, out: '' });
  });
});

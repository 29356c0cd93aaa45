import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { applyAccountFile } from '../../shared/account/apply-account.ts';
import { importPrices } from '../../shared/account/import-tables.ts';
import { openDatabase } from '../../shared/db/database.ts';
import { markRunFailed } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { anOrder } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { callWrs, type Ran } from '../dev/testing/run-wrs.ts';
import { serveAccount } from '../dev/testing/served-account.ts';

const served = await serveAccount();
const { folder, service, key } = served;
afterAll(() => served.close());

/** Runs `wrs` beside the service, which it finds by the data folder. */
const wrs = (args: readonly string[], env: Record<string, string | undefined> = {}): Promise<Ran> =>
  callWrs(args, { env: { DATA_DIR: folder, WRS_API_KEY: key, ...env } });

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
  it('syncs the rows of a CSV file and prints what became of them', async () => {
    const stock = await file(
      'stock.csv',
      'sku,warehouse_id,quantity_available\nCHAIR,EWR1,50\nDESK,ATL1,5\n',
    );
    expect(await wrs(['inventory', 'push', stock])).toMatchObject({
      code: 0,
      out: '2 rows: 2 new, 0 changed, 0 unchanged.\n',
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
    expect(out).toMatch(/^Order R-1 wants 1 × CHAIR, shipped to 60614\.\nFULL: Ships in full from Edison NJ/);
    expect(out).toMatch(/\nEdison NJ \(EWR1\) +1 +100\.0 % +█+ +1 × CHAIR\n/);
  });

  it('prints a table for several, or the answer itself as JSON', async () => {
    const path = await file('orders.ndjson', ndjson(order('R-2'), order('R-3', 9999)));
    const { out, screen } = await wrs(['route', path]);
    expect(out).toMatch(/\nR-2 +FULL +EWR1 +1 +Ships/);
    expect(out).toMatch(/\nFULL +1 +50\.0 % +█+ +ships in full\n(.*\n)+PARTIAL +1 +50\.0 %/);
    expect(screen).toMatch(/npx wrs runs results \d+ --csv/);
    expect(JSON.parse((await wrs(['route', path, '--json'])).out).results).toHaveLength(2);
  });

  it('shows what does not ship', async () => {
    const { out } = await wrs(['route', await file('short.json', JSON.stringify(order('R-4', 9999)))]);
    expect(out).toMatch(/\nNONE: .+\nWhy: .+\nTo do: .+\n/);
    expect(out).toMatch(/\ncannot ship +9,999 +9,999 × CHAIR: insufficient inventory\n/);
  });
});

describe('wrs with an account that has rates', () => {
  it('names the currency of what costs', async () => {
    const db = openDatabase(service.databaseUrl);
    const { keys, slug } = await createTestAccount(db);
    const text = `warehouse_id,zone,max_weight,price\n${[1, 2, 3, 4, 5, 6, 7, 8].map((zone) => `*,${zone},1,${zone}.5\n`).join('')}`;
    await importPrices(db, slug, { text, currency: 'CAD' });
    await applyAccountFile(db, { client: { slug }, default_unit_weight: 1 }, { baseDir: null });
    await db.close();
    const env = { WRS_API_KEY: keys.test };
    const priced = (args: readonly string[]) => wrs(args, env);
    await priced([
      'inventory',
      'push',
      await file('priced.csv', 'sku,warehouse_id,quantity_available\nCHAIR,EWR1,9\n'),
    ]);
    const one = await file('priced.json', JSON.stringify(order('P-1')));
    expect((await priced(['route', one])).out).toMatch(/\nCost: \d\.50 CAD\.\n/);
    expect((await priced(['reroute', 'P-1', '--dry-run'])).out).toMatch(/\nCost: \d\.50 CAD\.\n/);
    const two = await file('priced.ndjson', ndjson(order('P-2'), order('P-3')));
    const { out, screen } = await priced(['route', two]);
    expect(out).toMatch(/; cost 1?\d\.00 CAD\.\n/);
    expect((await priced(['why', 'P-1'])).out).toContain('COST (CAD)');
    const [, run] = /runs results (\d+)/.exec(screen)!;
    const shown = await priced(['runs', 'show', run!]);
    expect(shown.out).toMatch(/\nCost: 1?\d\.00 CAD for 2 orders, \d\.50 an order/);
    // How long a synchronous run took is not stored.
    expect(shown.out).not.toContain('took');
    expect((await priced(['promise', '60614', 'CHAIR=1'])).out).toMatch(/Costs +\d\.50 CAD/);
    expect((await priced(['promise', '60614', 'CHAIR=1'])).screen).toContain('needs a calendar');
    const draft = await file('none.json', JSON.stringify({ settings: {} }));
    expect((await priced(['what-if', '--run', run!, '--draft', draft])).out).toMatch(
      /\ncost \(CAD\) +1?\d\.00/,
    );
  });
});

describe('wrs on a terminal', () => {
  const RED = '\u001B[31m';
  const env = () => ({ DATA_DIR: folder, WRS_API_KEY: key });

  it('shows no line end and no colour of data, and a pipe gets it as it is', async () => {
    const odd = { ...order(`T-1\n${RED}FULL: done`), lines: [{ sku: `CHAIR\n${RED}`, quantity: 1 }] };
    const words = ['route', await file('odd.json', JSON.stringify(odd)), '--dry-run'];
    const shown = await callWrs(words, { env: env(), columns: 400 });
    expect([shown.code, shown.out]).toEqual([0, expect.not.stringContaining('\u001B')]);
    expect(shown.out).toMatch(/^Order T-1\\u000a\\u001b\[31mFULL: done wants 1 × CHAIR\\u000a\\u001b\[31m, /);
    expect((await callWrs(words, { env: env() })).out).toContain(
      `T-1\n${RED}FULL: done wants 1 × CHAIR\n${RED}`,
    );
  });

  it('nor those of a refusal', async () => {
    const rows = `sku,warehouse_id,quantity_available\nCHAIR,NO${RED}WHERE,1\n`;
    const pushed = ['inventory', 'push', await file('odd.csv', rows)];
    const push = await callWrs(pushed, { env: env(), columns: 400 });
    expect([push.code, push.screen]).toEqual([1, expect.stringContaining('NO\\u001b[31mWHERE')]);
    const why = await callWrs(['why', `T${RED}`], { env: env(), columns: 400 });
    expect([why.code, why.screen]).toEqual([1, expect.not.stringContaining('\u001B')]);
  });
});

describe('wrs route of other formats', () => {
  const CSV =
    'external_order_id,destination_zip,sku,quantity\nC-1,60614,CHAIR,1\nC-1,60614,DESK,1\nC-2,60614,CHAIR,2\n';

  it('takes CSV, by its name or by --format', async () => {
    const answer = JSON.parse((await wrs(['route', await file('orders.csv', CSV), '--json'])).out);
    expect(answer.results.map((each: { order_id: string }) => each.order_id)).toEqual(['C-1', 'C-2']);
    expect((await wrs(['route', await file('orders', CSV), '--format', 'csv'])).out).toMatch(/: 2 orders\n/);
  });

  it('lists as many orders as asked for, and says of how many', async () => {
    const { out } = await wrs(['route', await file('orders.csv', CSV), '--limit', '1']);
    expect(out).toContain('\nThe first 1 of 2 orders.\n');
    expect(out).not.toContain('\nC-2');
  });

  it('shows the units per warehouse of the other contract variant too', async () => {
    const db = openDatabase(service.databaseUrl);
    const { keys } = await createTestAccount(db, { client: { contract_variant: 'B' } });
    await db.close();
    const env = { WRS_API_KEY: keys.test };
    const rows = 'sku,warehouse_id,quantity_available\nCHAIR,EWR1,3\nCHAIR,ATL1,2\n';
    await wrs(['inventory', 'push', await file('stock-b.csv', rows)], env);
    const { out } = await wrs(['route', await file('b.json', JSON.stringify(order('B-1', 6)))], env);
    expect(out).toMatch(/\nEdison NJ \(EWR1\) +3 +60\.0 % .+\nFairburn GA \(ATL1\) +2 +40\.0 % /);
    expect(out).toMatch(/\ncannot ship +1 +1 × CHAIR\n/);
  });
});

describe('wrs route --dry-run', () => {
  it('shows what would be decided, and why, and keeps nothing', async () => {
    const rows = 'sku,warehouse_id,quantity_available\nSTOOL,EWR1,5\nSTOOL,ATL1,5\n';
    await wrs(['inventory', 'push', await file('stools.csv', rows)]);
    const stool = { ...order('D-1'), lines: [{ sku: 'STOOL', quantity: 1 }] };
    const path = await file('dry.json', JSON.stringify(stool));
    const { code, out } = await wrs(['route', path, '--dry-run', '--explain']);
    expect(code).toBe(0);
    expect(out).toMatch(/\nFULL: Ships in full .+\n/);
    expect(out).toContain('\nDry run: nothing was saved.\n\nD-1: FULL\n');
    expect(out).toContain('RANK');
    expect((await wrs(['why', 'D-1'])).code).toBe(1);
    const batch = await file('dry.ndjson', ndjson(order('D-1'), order('D-2')));
    expect((await wrs(['route', batch, '--dry-run'])).out).toContain('Dry run (nothing saved): 2 orders');
  });

  it('tries CSV, too, and says what --explain goes with', async () => {
    const csv = await file('dry.csv', 'external_order_id,destination_zip,sku,quantity\nD-3,60614,CHAIR,1\n');
    const answer = JSON.parse((await wrs(['route', csv, '--dry-run', '--json'])).out);
    expect([answer.dry_run, answer.routing_run_id]).toEqual([true, null]);
    expect(await wrs(['route', csv, '--explain'])).toMatchObject({
      code: 2,
      screen: expect.stringContaining('--explain needs --dry-run'),
    });
  });
});

describe('wrs reroute and wrs release', () => {
  it('correct an order: route it again without a warehouse, then release it', async () => {
    await wrs([
      'inventory',
      'push',
      await file('s.csv', 'sku,warehouse_id,quantity_available\nSOFA,EWR1,5\nSOFA,ATL1,1\n'),
    ]);
    const sofas = { ...order('X-1'), lines: [{ sku: 'SOFA', quantity: 2 }] };
    await wrs(['route', await file('sofas.json', JSON.stringify(sofas))]);
    const without = ['reroute', 'X-1', '--exclude', 'EWR1', '--note', 'flooded'];
    const refused = await wrs([...without, '--unless-worse']);
    expect([refused.code, refused.screen]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
    const tried = await wrs([...without, '--dry-run', '--explain']);
    expect(tried.out).toMatch(/^PARTIAL: .+/);
    expect(tried.out).toContain('RANK');
    const again = [
      'reroute',
      'X-1',
      '--dry-run',
      '--only',
      'ATL1',
      'EWR1',
      '--note',
      "it's wet",
      '--unless-worse',
    ];
    expect((await wrs(['--url', service.url, ...again])).screen).toBe(
      `To apply it: npx wrs --url ${service.url} reroute X-1 --only ATL1 EWR1 --note 'it'\\''s wet' --unless-worse\n`,
    );
    const { code, out, screen } = await wrs(without);
    expect([code, out]).toEqual([0, expect.stringMatching(/^PARTIAL: Ships 1 of 2 units from Fairburn GA/)]);
    expect(screen).toContain('npx wrs why X-1');
    expect(JSON.parse((await wrs(['why', 'X-1', '--json'])).out).reroute.note).toBe('flooded');
    expect((await wrs(['release', 'X-1', '--dry-run'])).out).toContain('X-1 would release 1 unit.');
    expect((await wrs(['release', 'X-1'])).out).toBe('X-1 released 1 unit.\n  ATL1: 1 unit of SOFA\n');
    expect((await wrs(['release', 'X-1'])).out).toBe('X-1 released 0 units.\n');
    expect((await wrs(['release', 'X-none'])).code).toBe(1);
    const unknown = await wrs(['release', 'X-none', '--json']);
    expect([unknown.code, unknown.out, JSON.parse(unknown.screen)]).toEqual([
      1,
      '',
      expect.objectContaining({
        exit_code: 1,
        status: 404,
        code: 'not_found',
        request_id: expect.any(String),
      }),
    ]);
  });
});

describe('wrs why', () => {
  it('shows why an order was decided as it was, by its ID or by the id of its decision', async () => {
    await wrs(['route', await file('why.json', JSON.stringify(order('W-1', 9999)))]);
    const { code, out } = await wrs(['why', 'W-1']);
    expect(code).toBe(0);
    expect(out).toMatch(/^W-1: (PARTIAL|NONE) /);
    expect(out).toContain('RANK');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const why = JSON.parse((await wrs(['why', 'W-1', '--json'])).out);
    expect(why).toMatchObject({ order_id: 'W-1', stock_as_seen: true });
    expect(JSON.parse((await wrs(['why', String(why.routing_decision_id), '--json'])).out)).toEqual(why);
    expect(out).not.toContain('Released');
    await wrs(['release', 'W-1']);
    expect((await wrs(['why', 'W-1'])).out).toContain('Released: the order was cancelled, ');
  });

  it('ends with 1 where there is no such order', async () => {
    const { code, screen } = await wrs(['why', 'W-none']);
    expect([code, screen]).toEqual([1, expect.stringContaining('W-none was not routed')]);
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
    expect((await wrs(['runs', 'show', id])).out).toMatch(
      new RegExp(`^Run ${id}: completed \\(managed, created .+\\)\n`),
    );
    const listed = JSON.parse((await wrs(['runs', 'list', '--status', 'completed', '--json'])).out).runs;
    expect(listed[0].routing_run_id).toBe(run.routing_run_id);
    expect((await wrs(['runs', 'results', id, '--limit', '2'])).out.trim().split('\n')).toHaveLength(3);
    const saved = join(folder, 'results.csv');
    expect((await wrs(['runs', 'results', id, '--csv', '--output', saved])).code).toBe(0);
    expect((await readFile(saved, 'utf8')).trim().split('\r\n')).toHaveLength(31);

    const nobodys = await wrs(['runs', 'results', id, '--order', 'NOPE']);
    expect(nobodys).toEqual({ code: 1, out: '', screen: `Run ${id} has no result for order NOPE.\n` });
    const part = await wrs(['runs', 'results', id, '--limit', '2']);
    expect(part.screen).toContain('2 of 30 results.\n');

    // What has ended stays as it ended.
    expect(await wrs(['runs', 'cancel', id])).toMatchObject({
      out: expect.stringContaining(': completed'),
      screen: expect.stringContaining('was not cancelled: it had ended.'),
    });
  });

  it('retries a failed run, which then completes, and no other run', async () => {
    const db = openDatabase(service.databaseUrl);
    const { keys, live } = await createTestAccount(db);
    const runId = await createAcceptedRun(db, live, [anOrder()], 1);
    await markRunFailed(db.pool, runId, 'It broke.');
    await db.close();
    const ofClient = { WRS_API_KEY: keys.live };
    const id = String(runId);
    expect((await wrs(['runs', 'retry', id], ofClient)).out).toContain(`Run ${id}: queued`);
    const ended = await wrs(['runs', 'show', id, '--follow'], ofClient);
    expect([ended.code, ended.out]).toEqual([0, expect.stringContaining(`Run ${id}: completed`)]);
    const refused = await wrs(['runs', 'retry', id], ofClient);
    expect([refused.code, refused.screen]).toEqual([1, expect.stringContaining('Only a failed run can be')]);
  });

  it('routes stored orders again, and follows that to its end', async () => {
    const elsewhere = { ...order('R-3'), destination_zip: 'nowhere' };
    const path = await file('waiting.ndjson', ndjson(order('R-1', 10_000), order('R-2'), elsewhere));
    const sent = JSON.parse((await wrs(['runs', 'submit', path, '--follow', '--json'])).out);
    const only = ['--run', String(sent.routing_run_id), '--status', 'PARTIAL', 'NONE'];
    const again = await wrs([
      'runs',
      'reroute',
      ...only,
      '--unfulfilled',
      'insufficient_inventory',
      '--follow',
    ]);
    expect([again.code, again.screen]).toEqual([0, expect.stringMatching(/done 100.0 %, 2 of 2 orders/)]);
    const none = await wrs(['runs', 'reroute', ...only, '--reason', 'item_control_hold', '--follow']);
    expect([none.code, none.screen]).toEqual([0, expect.stringContaining('No order matches')]);
    const refused = await wrs(['runs', 'reroute', '--reason', 'nothing']);
    expect([refused.code, refused.screen]).toEqual([2, expect.stringContaining('no_inventory_available')]);
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

describe('wrs what-if', () => {
  const stool = (id: string) => ({ ...order(id), lines: [{ sku: 'SHELF', quantity: 1 }] });

  it('compares both sides, lists the changed orders, and fails by its exit code if the draft is worse', async () => {
    const rows = 'sku,warehouse_id,quantity_available\nSHELF,EWR1,1\nSHELF,ATL1,1\n';
    await wrs(['inventory', 'push', await file('shelves.csv', rows)]);
    const path = await file('shelves.ndjson', ndjson(stool('W-1'), stool('W-2')));
    const { routing_run_id } = JSON.parse((await wrs(['route', path, '--json'])).out);
    const closed = await file('closed.json', '{"warehouses": [{"warehouse_id": "EWR1", "enabled": false}]}');
    const asked = ['what-if', '--run', String(routing_run_id), '--draft', closed];
    const { code, out, screen } = await wrs([...asked, '--name', 'closed']);
    expect(code).toBe(0);
    expect(out).toMatch(/^What-if \d+ \(closed\): completed\n2 of 2 orders would be decided differently\.\n/);
    expect(out).toMatch(/\nshipments +2 +1 +-1\n/);
    expect(out).toMatch(/\nfill: units that ship +100\.0 % +50\.0 % +-50\.0 points\n/);
    expect(out).toMatch(/\nunits from EWR1 +50\.0 % +0\.0 % +-50\.0 points\n/);
    const [, id] = /npx wrs what-if changes (\d+)/.exec(screen)!;
    const changes = await wrs(['what-if', 'changes', id!, '--to-status', 'NONE']);
    expect(changes.out).toMatch(/\nW-\d +FULL +NONE +Now 1 unit ships/);
    const json = JSON.parse((await wrs(['what-if', 'changes', id!, '--limit', '1', '--json'])).out);
    expect(json.changes).toHaveLength(1);
    expect((await wrs([...asked, '--fail-if-worse', 'shipments'])).code).toBe(0);
    const worse = await wrs([...asked, '--fail-if-worse', 'fill', '--json']);
    expect([worse.code, worse.screen]).toEqual([4, expect.stringContaining('Worse with the draft: fill.')]);
    expect(JSON.parse(worse.out)).toMatchObject({ status: 'completed', orders_changed: 2 });
  });

  it('says what is wrong with a draft', async () => {
    const faulty = await file('draft.json', '{"settings": {"split_shipment": "never"}}');
    const refused = await wrs(['what-if', '--run', '1', '--draft', faulty]);
    expect([refused.code, refused.screen]).toEqual([
      1,
      expect.stringContaining('draft.settings.split_shipment: '),
    ]);
    expect((await wrs(['what-if', '--run', '1'])).code).toBe(2);
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

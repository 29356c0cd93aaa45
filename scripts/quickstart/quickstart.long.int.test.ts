import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { listActivations } from '../../shared/account/history.ts';
import { openDatabase } from '../../shared/db/database.ts';
import { loadConfig } from '../../shared/foundation/config/config.ts';
import { testLogger } from '../../shared/testing/logs/test-logger.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { demonstrate } from './quickstart.ts';

const neighbour = createServer();

const dataDir = await mkdtemp(join(tmpdir(), 'wrs-quickstart-'));
neighbour.listen(0, '127.0.0.1');
await once(neighbour, 'listening');
afterAll(async () => {
  neighbour.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The demo client's history: each version's action, by whom, and how many days ago. */
async function historyOf(url: string): Promise<string[]> {
  const db = openDatabase(url);
  try {
    const client = await db.prisma.client.findUniqueOrThrow({ where: { slug: 'demo' } });
    const { activations } = await listActivations(db, client.id, { limit: 100 });
    const daysSince = (moment: string) => Math.round((Date.now() - Date.parse(moment)) / 86_400_000);
    return activations.map(
      ({ action, by, activated_at, changes }) =>
        `${daysSince(activated_at)} days ago: ${action} by ${by?.name}: ${changes.map(({ path }) => path)}`,
    );
  } finally {
    await db.close();
  }
}

/** Orders that the demo client has used of its plan, by day. */
async function usageOf(url: string): Promise<number[]> {
  const db = openDatabase(url);
  try {
    const { rows } = await db.pool.query<{ routed_orders: number }>(
      `SELECT routed_orders::int FROM usage WHERE client_id = (SELECT id FROM clients WHERE slug = 'demo') ORDER BY day`,
    );
    return rows.map(({ routed_orders }) => routed_orders);
  } finally {
    await db.close();
  }
}

/** What both clients have in Live beside orders: managed runs, tokens, and the source of transit days. */
async function accountsOf(url: string): Promise<Record<string, unknown>> {
  const db = openDatabase(url);
  try {
    const { rows } = await db.pool.query<{ slug: string }>(
      `SELECT slug, p.body -> 'transit' ->> 'provider' AS transit,
              (SELECT count(*)::int FROM access_keys t WHERE t.client_id = c.id AND t.kind = 'account_token') AS tokens,
              (SELECT array_agg(concat_ws(' ', r.status, r.orders_routed, r.fault_count) ORDER BY r.id)
               FROM runs r JOIN ledgers l ON l.id = r.ledger_id
               WHERE r.client_id = c.id AND l.environment = 'live' AND r.kind = 'managed') AS runs
       FROM clients c JOIN configurations v ON v.id = c.configuration_id
       JOIN configuration_parts p ON p.client_id = c.id AND p.digest = v.settings`,
    );
    return Object.fromEntries(rows.map(({ slug, ...account }) => [slug, account]));
  } finally {
    await db.close();
  }
}

/** Hours in which decisions of the demo client were counted; fails where one has other decisions than were counted. */
async function hoursCounted(url: string): Promise<number> {
  const db = openDatabase(url);
  try {
    const { rows } = await db.pool.query<{ hours: number; wrong: number }>(
      `SELECT count(*)::int AS hours,
              count(*) FILTER (WHERE decided.count IS DISTINCT FROM full_count + split_count + partial_count
                                     + partial_split_count + none_count)::int AS wrong
       FROM decision_hours kept LEFT JOIN (
         SELECT ledger_id, date_trunc('hour', decided_at, 'UTC') AS hour, count(*) FROM decisions GROUP BY 1, 2
       ) AS decided USING (ledger_id, hour)`,
    );
    expect(rows[0]!.wrong).toBe(0);
    return rows[0]!.hours;
  } finally {
    await db.close();
  }
}

/** Shows everything once on the same data directory, on a port that is taken. */
async function runQuickstart() {
  const { port } = neighbour.address() as AddressInfo;
  const config = loadConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    MAX_EVENT_LOOP_DELAY_MS: '0', // as scripts/quickstart.ts sets it; here all else of the tests is in the process as well
  });
  let text = '';
  const terminal = createTerminal({ write: (part) => (text += part) });
  const { started, shown } = demonstrate(config, testLogger(), terminal, { runOrders: 5000 });
  const service = await started;
  try {
    await shown;
    const keys = Object.fromEntries(
      [...text.matchAll(/(live|test) key {2}(\S+)/g)].map(([, environment, key]) => [environment!, key!]),
    );
    const runs = Object.fromEntries(
      [...text.matchAll(/(live|test) key {2}\S+ {2}sees run (\d+)/g)].map(([, environment, run]) => [
        environment!,
        run!,
      ]),
    );
    const [, email, password] = /operator {2}(\S+), password (\S+)/.exec(text)!;
    const signIn = await fetch(`${service.url}/account/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const ordersOf = async (environment: string) => {
      const headers = { authorization: `Bearer ${keys[environment]}` };
      const answer = await fetch(`${service.url}/api/v1/runs/${runs[environment]}`, { headers });
      return ((await answer.json()) as { orders_routed: number }).orders_routed;
    };
    const statusOf = async (key: string) =>
      (await fetch(`${service.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;
    return {
      text,
      port,
      url: service.url,
      keys,
      signIn: signIn.status,
      hours: await hoursCounted(service.databaseUrl),
      usage: await usageOf(service.databaseUrl),
      history: await historyOf(service.databaseUrl),
      accounts: await accountsOf(service.databaseUrl),
      ordersSeen: [await ordersOf('live'), await ordersOf('test')],
      statuses: await Promise.all(Object.values(keys).map(statusOf)),
    };
  } finally {
    await service.stop();
  }
}

it('shows the service at work, again and again on the same data', async () => {
  const first = await runQuickstart();
  expect(first.text).toMatch(/✓ Routed 3,000 orders in [\d.]+ s: [\d,]+ orders a second/);
  for (const status of ['FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE']) {
    expect(first.text).toMatch(new RegExp(`\\b${status} +[1-9][\\d,]* +[\\d.]+ %  █`));
  }
  expect(first.text).toMatch(
    /Order DEMO-\d+ wants .+\n +PARTIAL_SPLIT: Ships .+\n +Why: Not every unit can ship\./,
  );
  expect(first.text).toMatch(/allocating [\d.]+ %, [\d,]+ of 5,000 orders/);
  expect(first.text).toMatch(/✓ Routed 5,000 orders in [\d.]+ s, sending included: [\d,]+ orders a second/);
  expect(first.text).toMatch(
    /✓ Routed 2,870 orders in 28 batches in [\d.]+ s, with 8 changes to the account in between, all backdated over 7 days/,
  );
  expect(first.hours).toBeGreaterThan(28);
  expect(first.usage.length).toBeGreaterThanOrEqual(8);
  expect(Math.min(...first.usage)).toBeGreaterThan(0);
  expect(first.usage.reduce((sum, orders) => sum + orders)).toBe(1 + 2870 + 57 + 3000);
  expect(first.text).toMatch(
    /✓ Second client set up in [\d.]+ s: Harbor Furniture, 4 warehouses with a lane table of 3,\d+ lanes, 150 orders/,
  );
  const runs = ['completed 57 3', 'cancelled 0 0', 'failed 0 0'];
  expect(first.accounts).toEqual({
    demo: { transit: 'zone', tokens: 1, runs },
    furniture: { transit: 'table', tokens: 0, runs },
  });
  const [begin, ...changed] = first.history.toReversed();
  expect(begin).toMatch(/^8 days ago: account\.apply by command line/);
  expect(changed).toEqual([
    '6 days ago: settings.change by owner@demo.example: settings.max_transit_days.days',
    '5 days ago: warehouses.move by owner@demo.example: warehouses[ONT1].priority,warehouses[ORD1].priority',
    '4 days ago: warehouses.remove by owner@demo.example: warehouses[CMH1].enabled',
    '3 days ago: settings.change by owner@demo.example: settings.split_shipment',
    '2 days ago: configurations.restore by owner@demo.example: settings.split_shipment',
    '2 days ago: profiles.change by owner@demo.example: profiles[marketplace].settings.split_shipment',
    '1 days ago: item_controls.add by owner@demo.example: item_controls[BOOT-307~hold]',
    '0 days ago: rates.upload by command line: rates',
    '0 days ago: account.apply by command line: default_unit_weight',
  ]);
  expect(first.text).toMatch(
    /With the fewest shipments these orders cost [\d,.]+ USD; with\s+lowest_cost\s+[\d,.]+, [1-9][\d.]*\s+% less/,
  );
  expect(first.text).toMatch(
    /One by one these orders take [\d,]+\s+shipments;\s+with\s+batch_optimization\s+[\d,]+,\s+[\d.]+\s+%\s+fewer/,
  );
  expect(first.text).toContain(`${first.url}/docs`);
  expect(first.signIn).toBe(200);
  expect(first.ordersSeen).toEqual([3000, 5000]);
  expect(first.text).toMatch(/accepted as run (\d+) in(.*\n)+.*npx wrs runs results \1 --status NONE/);
  expect(first.text.match(/^ {2}[123]\. /gm)).toHaveLength(3);
  expect(first.url).not.toContain(String(first.port));
  expect(first.statuses).toEqual([200, 200]);

  const second = await runQuickstart();
  const table = (text: string) => text.slice(text.indexOf('What was decided'), text.indexOf('A managed run'));
  expect(table(second.text)).toBe(table(first.text));
  expect(second.text).not.toContain('backdated');
  // What the owner changed made the account what the second quickstart wants.
  expect(second.history).toEqual(first.history);
  expect(second.accounts).toEqual(first.accounts);
  expect(second.statuses).toEqual([200, 200]);
  expect(second.keys).not.toEqual(first.keys);
});

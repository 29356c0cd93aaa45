import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../shared/db/database.ts';
import { JOBS } from '../../shared/routing/managed/jobs.ts';
import { endAbandonedRuns } from '../../shared/routing/managed/receiver-locks.ts';
import { workRun } from '../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { createTestApi, openApi, type TestApi } from './api.ts';
import { type Exchange, type Recording, record, sha256 } from './release/recording.ts';
import { restoreRows } from './release/stored-rows.ts';

/**
 * Rows that the release before wrote are read, shown, replayed and worked by this one. RECORD_RELEASE=1 records this
 * release in their place: to be done when it is published.
 */

const FILE = new URL('./release/golden/recorded.json', import.meta.url);

async function recorded(): Promise<Recording> {
  if (process.env.RECORD_RELEASE === '1') {
    const fresh = await createTestApi();
    writeFileSync(FILE, `${JSON.stringify(await record(fresh))}\n`);
    await fresh.close();
  }
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

let recording: Recording;
let api: TestApi;
let close: () => Promise<void>;

beforeAll(async () => {
  recording = await recorded();
  const server = new pg.Client({ connectionString: inject('testServerUrl') });
  await server.connect();
  await server.query('CREATE DATABASE earlier_release');
  const url = new URL(inject('testServerUrl'));
  url.pathname = 'earlier_release';
  const db = openDatabase(url.href);
  await restoreRows(db.pool, url.href, recording.rows);
  api = await openApi(db);
  close = async () => {
    await api.close();
    await db.close();
    await server.query('DROP DATABASE earlier_release WITH (FORCE)');
    await server.end();
  };
});
afterAll(() => close());

async function sendAgain({ client, method, url, headers, payload }: Exchange) {
  return api.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${recording.keys[client]}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

/** A report as the release before wrote it: columns were added at its end, for orders that are routed again. */
function withoutLaterColumns(body: string): string {
  const added = ',rerouted,reroute_exclude_warehouse_ids,reroute_only_warehouse_ids,reroute_note\r\n';
  if (!body.includes(added)) return body;
  return body.replace(added, '\r\n').replaceAll(',false,,,\r\n', '\r\n');
}

describe('rows of the release before', () => {
  it('are of every kind: both variants, all statuses and phases, rules, keys, jobs', async () => {
    const { tables } = recording.rows;
    const distinct = (table: string, column: string) =>
      new Set(tables[table]!.map((row) => (row as Record<string, unknown>)[column]));
    expect(distinct('clients', 'contract_variant').size).toBe(2);
    expect(distinct('decisions', 'status').size).toBe(5);
    expect([...distinct('runs', 'status')].sort()).toEqual([
      'cancelled',
      'completed',
      'failed',
      'queued',
      'running',
    ]);
    expect([...distinct('runs', 'phase')].sort()).toEqual(['allocating', 'done', 'receiving', 'scoring']);
    expect(distinct('item_controls', 'rule').size).toBe(8);
    const empty = Object.keys(tables).filter((table) => tables[table]!.length === 0);
    expect(empty).toEqual(['sessions']);
    expect(recording.jobs.length).toBeGreaterThan(0);
  });

  it('have each configuration in the history, by nobody that is known, the present one last', async () => {
    const { rows } = await api.db.pool.query(
      `SELECT count(*)::int AS configurations, count(a.id)::int AS activations, count(a.audit_id)::int AS known
       FROM configurations v LEFT JOIN activations a ON a.configuration_id = v.id`,
    );
    const [{ configurations }] = rows;
    expect(configurations).toBeGreaterThan(1);
    expect(rows).toEqual([{ configurations, activations: configurations, known: 0 }]);
    const newest = await api.db.pool.query(
      `SELECT FROM clients c WHERE configuration_id <>
         (SELECT configuration_id FROM activations a WHERE a.client_id = c.id ORDER BY id DESC LIMIT 1)`,
    );
    expect(newest.rowCount).toBe(0);
  });

  it('are read, shown and replayed', async () => {
    expect(recording.exchanges.length).toBeGreaterThan(50);
    for (const exchange of recording.exchanges) {
      const again = await sendAgain(exchange);
      const what = `${exchange.client} ${exchange.method} ${exchange.url}`;
      expect([what, again.statusCode]).toEqual([what, exchange.status]);
      if ('sha256' in exchange.body)
        expect([what, sha256(withoutLaterColumns(again.body))]).toEqual([what, exchange.body.sha256]);
      else expect(again.json()).toMatchObject(exchange.body.includes);
    }
  });

  it('are worked to their end: runs in the middle, by jobs that wait', async () => {
    for (const { queue, data } of recording.jobs)
      expect(JOBS[queue as keyof typeof JOBS].data.parse(data)).toMatchObject(data);
    const { pool } = api.db;
    const lanes = createLaneResolver(api.db);
    onTestFinished(() => lanes.close());
    for (const id of recording.unfinished) await workRun({ db: api.db, lanes }, id);
    const { rows } = await pool.query<{ id: number; status: string; missing: number }>(
      `SELECT r.id, r.status, r.orders_total - (SELECT count(*) FROM decisions d WHERE d.run_id = r.id) AS missing
       FROM runs r WHERE r.id = ANY($1) ORDER BY r.id`,
      [recording.unfinished],
    );
    expect(rows).toEqual(
      recording.unfinished.toSorted((a, b) => a - b).map((id) => ({ id, status: 'completed', missing: 0 })),
    );
    expect(await endAbandonedRuns(api.db)).toHaveLength(1);
    const promised = await pool.query(
      `SELECT i.ledger_id, i.sku, sum(i.reserved) AS counted, max(a.units) AS reserved
       FROM inventory i
       JOIN ledgers l ON l.id = i.ledger_id AND l.stock_epoch = i.reserved_epoch
       LEFT JOIN (SELECT ledger_id, sku, sum(ship_qty) AS units FROM active_reservations GROUP BY 1, 2) a
         USING (ledger_id, sku)
       GROUP BY 1, 2 HAVING sum(i.reserved) <> coalesce(max(a.units), 0)`,
    );
    expect(promised.rows).toEqual([]);
  });

  it('are routed on: an order again, and a setting that is younger than its configuration', async () => {
    const { pool } = api.db;
    await pool.query(`UPDATE configurations SET body = body #- '{settings,prefer_full_shipment}'`);
    await pool.query(`UPDATE client_settings SET settings = settings - 'prefer_full_shipment'`);
    const db = openDatabase(api.db.url);
    onTestFinished(() => db.close());
    const later = await openApi(db); // which has read no configuration yet
    onTestFinished(() => later.close());
    const answer = await later.app.inject({
      method: 'POST',
      url: '/api/v1/orders/route',
      headers: { authorization: `Bearer ${recording.keys.A}` },
      payload: {
        external_order_id: 'SO-1',
        destination_zip: '10001',
        lines: [
          { sku: 'CHAIR', quantity: 1 },
          { sku: 'PREFERRED', quantity: 1 },
        ],
      },
    });
    const { routing_decision_id, status } = answer.json().results[0];
    expect(status).toBe('FULL');
    const { body } = await later.app.inject({
      url: `/api/v1/decisions/${routing_decision_id}`,
      headers: { authorization: `Bearer ${recording.keys.A}` },
    });
    expect(JSON.parse(body).settings.prefer_full_shipment).toBe(true);
  });
});

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { parseAccountFile } from '../../../shared/account/account-file.ts';
import { applyAccountFile } from '../../../shared/account/apply-account.ts';
import {
  type PairReading,
  pairOf,
  readingOf,
  type Units,
} from '../../../shared/testing/shelf-model/facts.ts';
import type { Decided, StockService } from '../../../shared/testing/shelf-model/shop.ts';
import type { TestAccount } from '../../../shared/testing/test-account.ts';
import { workLedger } from '../../../shared/testing/work-ledger.ts';
import { isUnderWay } from '../../../shared/work/what-if/what-ifs.ts';
import { workWhatIf } from '../../../shared/work/what-if/work-what-if.ts';
import { aPerson } from '../account/people.ts';
import type { TwoProcesses } from './two-processes.ts';

/** A request whose answer is the same when it comes again. */
interface Sent {
  readonly path: string;
  readonly payload: object;
  readonly key: string;
  readonly answer: Answer;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly code?: string };
}

const iso = (moment: number) => new Date(moment).toISOString();

/** The service over HTTP, on two processes in turn. Only moments that no answer has are read from the database. */
export function httpService(
  { apps, db, worker }: Pick<TwoProcesses, 'apps' | 'db' | 'worker'>,
  { keys, slug, live, client_id }: TestAccount,
): StockService & { read(): Promise<ReadonlyMap<string, PairReading>> } {
  let calls = 0;
  let last: Sent | null = null;
  let person: ReturnType<typeof aPerson> | null = null;
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
    key?: string,
  ): Promise<Answer> => {
    const response = await apps[calls++ % apps.length]!.inject({
      ...{ method, url: `/api/v1/${path}` },
      headers: { authorization: `Bearer ${keys.live}`, ...(key && { 'idempotency-key': key }) },
      ...(payload && { payload }),
    });
    return { status: response.statusCode, body: response.json() };
  };
  const tell = async (path: string, payload: object, must: string | null): Promise<Answer> => {
    const key = randomUUID();
    const answer = await call('POST', path, payload, key);
    expect([path, answer.status === 200 ? null : answer.body.code]).toEqual([path, must]);
    last = { path, payload, key, answer };
    return answer;
  };
  const momentOf = async (text: string, values: readonly unknown[] = []): Promise<number> => {
    const { rows } = await db.pool.query<{ moment: number }>(
      `SELECT floor(extract(epoch FROM (${text})) * 1000)::float8 AS moment`,
      [...values],
    );
    return rows[0]!.moment;
  };
  const moment = () => momentOf('SELECT clock_timestamp()');
  const decided = async (path: string, payload: object): Promise<Decided> => {
    const { status, body } = await call('POST', path, payload);
    expect([path, status]).toEqual([path, 200]);
    return decisionOf((body.results as [Result])[0]);
  };
  const decisionOf = async (result: Result): Promise<Decided> => {
    const units = new Map<string, number>();
    for (const { selected_warehouse, lines } of result.shipments) {
      for (const { sku, ship_qty } of lines) {
        const pair = pairOf(sku, selected_warehouse.warehouse_id);
        units.set(pair, (units.get(pair) ?? 0) + ship_qty);
      }
    }
    const text = 'SELECT decided_at FROM decisions WHERE id = $1 AND ledger_id = $2';
    return { moment: await momentOf(text, [result.routing_decision_id, live.ledger_id]), units };
  };
  return {
    async nextMoment() {
      await db.pool.query('SELECT pg_sleep(0.002)');
      return moment();
    },
    moment,
    async set(stock_counts) {
      await applyAccountFile(db, parseAccountFile({ client: { slug }, settings: { stock_counts } }), {
        baseDir: null,
      });
    },
    route: (external_order_id, lines, isHeld) =>
      decided('orders/route', {
        ...{ external_order_id, destination_zip: '10001' },
        lines: [...lines].map(([sku, quantity]) => ({ sku, quantity })),
        ...(isHeld && { hold_minutes: 60 }),
      }),
    async reroute(order, isByFilter) {
      if (!isByFilter) return decided(`orders/${order}/reroute`, {});
      const { status } = await call('POST', 'runs/reroute', { filter: { order_ids: [order] } });
      expect(status).toBe(202);
      await workLedger(worker, live.ledger_id);
      const { routings } = (await call('GET', `orders/${order}`)).body as { routings?: [{ result: Result }] };
      return decisionOf(routings![0].result);
    },
    async tryOut(order) {
      const { routings } = (await call('GET', `orders/${order}`)).body as { routings?: [Run] };
      const asked = { orders: { routing_run_id: routings![0].routing_run_id }, draft: {} };
      const { status, body } = await call('POST', 'what-ifs', asked);
      expect([status, body.code]).toEqual([202, undefined]);
      const key = { what_if_id: Number(body.what_if_id), ledger_id: live.ledger_id };
      let whatIf = await workWhatIf(worker, key);
      while (whatIf !== null && isUnderWay(whatIf)) whatIf = await workWhatIf(worker, key);
      expect(whatIf?.status).toBe('completed');
    },
    async release(order, { hasLeft, isByFilter }) {
      if (isByFilter) {
        person ??= aPerson(db, 'member', client_id);
        const response = await apps[calls++ % apps.length]!.inject({
          ...{ method: 'POST', url: '/account/v1/bulk-actions?environment=live' },
          headers: { ...(await person).headers },
          payload: { action: 'release', filter: { order_ids: [order] } },
        });
        expect(response.json()).toMatchObject({ progress: { orders_found: 1, orders_done: 1 } });
        return moment();
      }
      const before = (await call('GET', `orders/${order}`)).body.routings as Routing[];
      await call('POST', `orders/${order}/release`, hasLeft ? { left: true } : {});
      const after = (await call('GET', `orders/${order}`)).body.routings as Routing[];
      const shippedIn = ([latest]: Routing[]) => latest?.shipments ?? [];
      const shipped = shippedIn(after).slice(shippedIn(before).length);
      return shipped.length > 0 ? Date.parse(shipped[0]!.shipped_at) : moment();
    },
    async count({ rows, at, isPlain }) {
      const inventory = [...rows].map(([pair, quantity_available]) => {
        const [sku, warehouse_id] = pair.split(' ');
        return { sku, warehouse_id, quantity_available };
      });
      const counted = isPlain ? {} : { counted_at: iso(at) };
      const { body } = await tell('inventory', { inventory, ...counted }, null);
      const text = 'SELECT created_at FROM ingest_runs WHERE id = $1 AND ledger_id = $2';
      return {
        moment: isPlain ? await momentOf(text, [body.ingest_run_id, live.ledger_id]) : at,
        check({ stale, belowZero, kept }) {
          if (isPlain) return;
          const { rows_stale, rows_below_zero, reservations_kept } = body;
          expect({ rows_stale, rows_below_zero }).toEqual({ rows_stale: stale, rows_below_zero: belowZero });
          // What is kept at stale pairs is not counted.
          if (stale === 0) expect(reservations_kept).toBe(kept);
        },
      };
    },
    async change({ pair, units: change, at }, must) {
      const [sku, warehouse_id] = pair.split(' ');
      const changes = [{ sku, warehouse_id, change, happened_at: iso(at) }];
      await tell('inventory/changes', { changes }, must);
    },
    async shipped({ order, units, at, isWhole }, isLate, must) {
      const shipments = isWhole ? {} : { shipments: shipmentsOf(units) };
      const late = isLate ? { late: true } : {};
      await tell(`orders/${order}/shipped`, { shipped_at: iso(at), ...shipments, ...late }, must);
    },
    async repeat() {
      const { path, payload, key, answer } = last!;
      expect(await call('POST', path, payload, key)).toEqual(answer);
    },
    async read() {
      const { inventory } = (await call('GET', 'inventory?limit=1000')).body as { inventory?: StockRow[] };
      return new Map(
        inventory!.map(({ sku, warehouse_id, quantity_available, reserved_quantity, effective_quantity }) => {
          const reading = readingOf(quantity_available, reserved_quantity);
          expect(effective_quantity).toBe(reading.effective);
          return [pairOf(sku, warehouse_id), reading];
        }),
      );
    },
  };
}

function shipmentsOf(units: Units) {
  return [...units].map(([pair, quantity]) => {
    const [sku, warehouse_id] = pair.split(' ');
    return { warehouse_id, lines: [{ sku, quantity }] };
  });
}

interface Result {
  readonly routing_decision_id: number;
  readonly shipments: readonly {
    readonly selected_warehouse: { readonly warehouse_id: string };
    readonly lines: readonly { readonly sku: string; readonly ship_qty: number }[];
  }[];
}

interface Run {
  readonly routing_run_id: number;
}

interface Routing {
  readonly shipments?: readonly { readonly shipped_at: string }[];
}

interface StockRow {
  readonly sku: string;
  readonly warehouse_id: string;
  readonly quantity_available: number;
  readonly reserved_quantity: number;
  readonly effective_quantity: number;
}

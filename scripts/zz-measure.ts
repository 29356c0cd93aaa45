import { openDatabase } from '../shared/db/database.ts';
import { searchOrders } from '../shared/insight/search-orders.ts';
import { readAccountRun } from '../shared/insight/account-run.ts';
import { listAccountRuns } from '../shared/insight/list-account-runs.ts';
import { searchPage } from '../shared/insight/search-orders.ts';
const [, , url, ledger] = process.argv;
const db = openDatabase(url!, { poolSize: 4 });
const L = Number(ledger);
const time = async (name: string, f: () => Promise<any>) => {
  const times: number[] = [];
  let r: any;
  for (let i = 0; i < 3; i++) { const t = performance.now(); r = await f(); times.push(performance.now() - t); }
  const extra = r.orders ? `${r.orders.length} rows, back to ${r.searched_back_to}, more ${r.next_cursor !== null}` : '';
  console.log(name.padEnd(40), times.map((t) => t.toFixed(0)).join(' '), extra);
  return r;
};
const q = { limit: 100 } as any;
const all = await time('no filter', () => searchOrders(db, L, q));
const one = all.orders[50];
for (const f of [{ order_id: one.order_id }, { q: one.order_id }, { q: 'DEMO-0099' }, { q: 'zzz' }, { q: one.skus[0] }, { sku: one.skus[0] }, { sku: 'NONE-SUCH' }, { zip: '10001' }, { zip: '99999' }, { status: 'NONE' }, { status: 'PARTIAL_SPLIT' }, { warned: true }, { reason: 'no_inventory_available' }, { reason: 'invalid_destination_zip' }, { warehouse_id: 'EWR1' }, { status: 'PARTIAL', warehouse_id: one.warehouses[0]?.warehouse_id, zip: '9' }, { from: new Date(Date.now() - 12 * 86400e3), to: new Date(Date.now() - 11 * 86400e3) }, { from: new Date(Date.now() - 3 * 86400e3), to: new Date(Date.now() - 2 * 86400e3), status: 'NONE' }]) await time(JSON.stringify(f), () => searchOrders(db, L, { ...q, ...f } as any));
for (const f of [{ sku: 'NONE-SUCH' }, { zip: '99999' }, { status: 'NONE', zip: '99999' }, {q:'zzz'}, {warehouse_id:'EWR1', zip:'99999'}]) {
  let cursor: string | null = null; let pages = 0; const t = performance.now(); const p: number[] = [];
  do { const s = performance.now(); const r: any = await searchOrders(db, L, { ...q, ...f, ...(cursor && { cursor }) } as any); cursor = r.next_cursor; pages++; p.push(performance.now() - s);} while (cursor && pages < 60);
  console.log('to the end', JSON.stringify(f), pages, 'pages', (performance.now() - t).toFixed(0), 'ms, longest', Math.max(...p).toFixed(0));
}
const runs: any = await time('runs', () => listAccountRuns(db.pool, L, q));
await time('runs managed', () => listAccountRuns(db.pool, L, { ...q, kind: 'managed' }));
await time('runs failed', () => listAccountRuns(db.pool, L, { ...q, status: 'failed' }));
const m: any = await listAccountRuns(db.pool, L, { ...q, kind: 'managed' });
const big = m.runs.find((r: any) => r.orders_considered === 200000).routing_run_id;
await time('run', () => readAccountRun(db, L, big));
for (const f of [{}, { status: 'NONE' }, { status: 'PARTIAL_SPLIT' }, {zip:'99999'}, {q:'DEMO-0001'}]) await time('run decisions ' + JSON.stringify(f), () => searchPage(db, { ledger_id: L, direction: 'request_order', bounds: { first: big, last: big }, filter: f as any }, { limit: 100, latestOnly: false }));
await db.close();

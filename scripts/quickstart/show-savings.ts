import { setTimeout as pause } from 'node:timers/promises';
import { applyAccountFile } from '../../shared/account/apply-account.ts';
import { importPrices } from '../../shared/account/import-tables.ts';
import { dataOf, type RoutingClient } from '../../shared/client/client.ts';
import type { Config } from '../../shared/foundation/config/config.ts';
import { DEMO_ACCOUNT } from '../demo/demo-account.ts';
import { DEMO_CURRENCY, DEMO_UNIT_WEIGHT, demoPrices } from '../demo/demo-prices.ts';
import { amount, counted, money, percent, seconds, whole } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withDatabase } from '../with-database.ts';

const { slug } = DEMO_ACCOUNT.client;
const POLL_MS = 100;

/** The settings that are asked about. */
interface SettingsDraft {
  readonly objective?: 'lowest_cost';
  readonly batch_optimization?: 'improve';
}

/** Gives the demo client its carrier's prices, so that answers say what shipments cost. */
export async function priceShipments(config: Config, terminal: Terminal): Promise<void> {
  const text = demoPrices();
  await terminal.step(
    'Uploading prices',
    () =>
      withDatabase(config, { applicationName: 'wrs quickstart' }, async (db) => {
        await importPrices(db, slug, { text, currency: DEMO_CURRENCY });
        const file = { client: { slug }, default_unit_weight: DEMO_UNIT_WEIGHT };
        await applyAccountFile(db, file, { baseDir: null });
      }),
    (_, took) =>
      `Uploaded ${counted(text.split('\n').length - 2, 'price')} by zone and weight in ${seconds(took)}`,
  );
}

/** Says in one line each, by what-ifs, what the orders of a run would cost the cheapest way, and what they save together. */
export async function showSavings(client: RoutingClient, run: number, terminal: Terminal): Promise<void> {
  await terminal.step(
    'Asking what these orders would cost the cheapest way',
    () => whatIf(client, run, { objective: 'lowest_cost' }),
    ({ baseline, draft }) => {
      const [now, then] = [baseline.costs?.total_cost ?? 0, draft.costs?.total_cost ?? 0];
      return (
        `With the fewest shipments these orders cost ${money(now, { currency: DEMO_CURRENCY })}; with lowest_cost ` +
        `${amount(then)}, ${percent((now - then) / now)} less (a what-if of the same stock)`
      );
    },
  );
  await terminal.step(
    'Asking what these orders would save if they were improved together',
    () => whatIf(client, run, { batch_optimization: 'improve' }),
    ({ baseline: { shipments: now }, draft: { shipments: then } }) =>
      `One by one these orders take ${counted(now, 'shipment')}; with batch_optimization ${whole(then)}, ` +
      `${percent((now - then) / now)} fewer, and no order arrives later`,
  );
}

/** What the orders of a run would do under other settings. */
async function whatIf(client: RoutingClient, routing_run_id: number, settings: SettingsDraft) {
  const { what_if_id } = await dataOf(
    client.api.POST('/api/v1/what-ifs', { body: { orders: { routing_run_id }, draft: { settings } } }),
  );
  for (;;) {
    const params = { path: { what_if_id } };
    const found = await dataOf(client.api.GET('/api/v1/what-ifs/{what_if_id}', { params }));
    if (found.finished_at !== null) return found;
    await pause(POLL_MS);
  }
}

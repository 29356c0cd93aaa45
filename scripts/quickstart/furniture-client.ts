import { randomUUID } from 'node:crypto';
import { importLanes } from '../../shared/account/import-tables.ts';
import { createRoutingClient } from '../../shared/client/client.ts';
import type { Database } from '../../shared/db/database.ts';
import type { Config } from '../../shared/foundation/config/config.ts';
import { dateBack, dateBackChanges, hasDecisions } from '../demo/earlier-days.ts';
import { FURNITURE_ACCOUNT, FURNITURE_SHOP, furnitureLanes } from '../demo/furniture-client.ts';
import { counted, seconds } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withDatabase } from '../with-database.ts';
import { applyWithNewKeys } from './apply-with-new-keys.ts';
import { routeFirstBatch } from './first-batch.ts';
import { sendTroubledRuns } from './troubled-runs.ts';

const { slug, name } = FURNITURE_ACCOUNT.client;
/** Nobody knows the password. An operator can set a new one. */
const OWNER = { email: 'owner@furniture.example', role: 'owner' } as const;

const ORDERS = 150;
const SEED = 150;

/** How many hours ago the client was made and its orders came. */
const CLIENT_HOURS = 190;
const BATCH_HOURS = 9;

/**
 * Makes the second demo client with lanes, stock, a batch and some runs, all dated back, so that an operator has two
 * clients to look at. Does nothing if it has routed orders before.
 */
export async function prepareFurniture(config: Config, url: string, terminal: Terminal): Promise<void> {
  await withDatabase(config, { applicationName: 'wrs quickstart' }, async (db) => {
    if (await hasDecisions(db, slug)) return;
    await terminal.step(
      'Setting up a second client',
      () => makeClient(db, url),
      ({ warehouses, lanes }, took) =>
        `Second client set up in ${seconds(took)}: ${name}, ${counted(warehouses, 'warehouse')} with a lane table of ` +
        `${counted(lanes, 'lane')}, ${counted(ORDERS, 'order')}`,
    );
  });
}

async function makeClient(db: Database, url: string): Promise<{ warehouses: number; lanes: number }> {
  const since = new Date();
  const { api_keys } = await applyWithNewKeys(db, {
    ...FURNITURE_ACCOUNT,
    users: [{ ...OWNER, password: randomUUID() }],
  });
  const imported = await importLanes(db, slug, {
    text: furnitureLanes(),
    layout: 'prefix-days',
    warehouse_id: null,
    service: null,
    use: true,
  });
  await dateBackChanges(db, { slug, since, hours: CLIENT_HOURS });
  const client = createRoutingClient(url, api_keys[0]!.key!);
  const run = await routeFirstBatch(client, FURNITURE_SHOP, { orders: ORDERS, seed: SEED });
  await dateBack(db, run, BATCH_HOURS);
  await sendTroubledRuns(db, client, { slug, shop: FURNITURE_SHOP });
  return {
    warehouses: imported.warehouses.length,
    lanes: imported.warehouses.reduce((sum, { lanes }) => sum + lanes, 0),
  };
}

import { randomUUID } from 'node:crypto';
import { createRoutingClient } from '../../shared/client/client.ts';
import type { Config } from '../../shared/foundation/config/config.ts';
import { hasDecisions } from '../demo/earlier-days.ts';
import { CHAIN_ACCOUNT, CHAIN_SHOP } from '../demo/store-chain.ts';
import { counted, seconds } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withDatabase } from '../with-database.ts';
import { applyWithNewKeys } from './apply-with-new-keys.ts';
import { routeFirstBatch } from './first-batch.ts';

const { client, warehouses } = CHAIN_ACCOUNT;
/** Nobody knows the password. An operator looks at the account. */
const OWNER = { email: `owner@${client.slug}.example`, role: 'owner' } as const;
const BATCH = { orders: 2000, seed: 600 };

/** Makes the chain of stores with stock and a batch of orders. Does nothing if it has routed orders before. */
export async function prepareStores(config: Config, url: string, terminal: Terminal): Promise<void> {
  await withDatabase(config, { applicationName: 'wrs quickstart' }, async (db) => {
    if (await hasDecisions(db, client.slug)) return;
    await terminal.step(
      'Setting up a chain of stores',
      async () => {
        const users = [{ ...OWNER, password: randomUUID() }];
        const { api_keys } = await applyWithNewKeys(db, { ...CHAIN_ACCOUNT, users });
        return routeFirstBatch(createRoutingClient(url, api_keys[0]!.key!), CHAIN_SHOP, BATCH);
      },
      (run, took) =>
        `Chain set up in ${seconds(took)}: ${client.name}, ${counted(warehouses.length, 'store')}, ` +
        `${counted(BATCH.orders, 'order')} in run ${run}; the operator sees it in the console`,
    );
  });
}

import { expect } from 'vitest';
import { DEMO_ACCOUNT } from '../../../scripts/demo/demo-account.ts';
import { generateInventory } from '../../../scripts/demo/demo-inventory.ts';
import { generateOrders } from '../../../scripts/demo/demo-orders.ts';
import { saveOperator } from '../../../scripts/wrs/admin/operators.ts';
import { parseAccountFile } from '../../../shared/account/account-file.ts';
import { applyAccountFile } from '../../../shared/account/apply-account.ts';
import { importPrices } from '../../../shared/account/import-tables.ts';
import { saveSso } from '../../../shared/account/sso-connection.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { type OpenConsole, openConsole } from './open-console.ts';

const PASSWORD = 'correct horse battery';
export const OPERATOR = { email: 'operator@example.com', password: PASSWORD };
/** An owner of the demo client, which has stock, orders, profiles, rules and rates. */
export const OWNER = { email: 'owner@demo.example', password: PASSWORD };
/** An owner of a client without any data. */
export const OWNER_OF_NOTHING = { email: 'owner@empty.example', password: PASSWORD };

/** The address of a page, with an order, a run, a what-if and a product of the demo client. */
export const addressOf = (path: string) =>
  path
    .replace('$orderId', 'DEMO-000005')
    .replace('$runId', '1')
    .replace('$whatIfId', '1')
    .replace('$sku', 'BOOT-100');

const ORDERS = 300;

/** A parcel costs more to each farther zone; from Edison all zones are cheaper. */
const PRICES = [
  'warehouse_id,zone,max_weight,price',
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((zone) =>
    [1, 5, 10, 20, 50].flatMap((weight) => [
      `*,${zone},${weight},${(6 + 0.8 * zone + 0.3 * weight).toFixed(2)}`,
      `EWR1,${zone},${weight},${(5 + 0.7 * zone + 0.3 * weight).toFixed(2)}`,
    ]),
  ),
].join('\n');

/** Opens a console with the demo client, whose orders are routed in Live, and a client without any data. */
export async function openDemoConsole(): Promise<OpenConsole> {
  const service = await openConsole();
  try {
    await addDemo(service);
  } catch (error) {
    await service.close();
    throw error;
  }
  return service;
}

async function addDemo(service: OpenConsole): Promise<void> {
  await saveOperator(service.db, COMMAND_LINE, OPERATOR);
  const apply = (file: object) => applyAccountFile(service.db, parseAccountFile(file), { baseDir: null });
  await apply({ client: { slug: 'empty', name: 'Empty' }, users: [{ ...OWNER_OF_NOTHING, role: 'owner' }] });
  const { api_keys } = await apply({
    ...DEMO_ACCOUNT,
    users: [{ ...OWNER, role: 'owner' }],
    webhooks: [{ url: 'https://shop.example/hooks', events: ['order.unroutable'] }],
  });
  await saveSso(
    service.db,
    { slug: DEMO_ACCOUNT.client.slug, who: COMMAND_LINE },
    {
      issuer: 'https://id.demo.example',
      client_id: 'warehouse-routing',
      client_secret: 'secret of the demo',
      domains: ['demo.example', 'demo-stores.example'],
      role_claim: 'groups',
      roles: { 'routing-admins': 'owner', 'routing-team': 'member' },
      break_glass_user: OWNER.email,
    },
  );
  await importPrices(service.db, DEMO_ACCOUNT.client.slug, { text: PRICES, currency: 'USD' });
  await apply({ client: DEMO_ACCOUNT.client, default_unit_weight: 1.5, split_penalty: 2 });
  const key = api_keys.find(({ environment }) => environment === 'live')!.key;
  const post = async (path: string, body: object, status = 200) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(status);
  };
  await post('/inventory', { inventory: generateInventory(ORDERS, 2026) });
  await post('/orders/batch-route', { orders: [...generateOrders(ORDERS, 2026)] });
  const draft = { warehouses: [{ warehouse_id: 'EWR1', enabled: false }] };
  await post('/what-ifs', { name: 'Without Edison', orders: { routing_run_id: 1 }, draft }, 202);
  await post('/runs/reroute', { filter: { order_ids: ['NO-SUCH-ORDER'] } }, 202);
}

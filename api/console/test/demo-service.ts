import { expect } from 'vitest';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { COMMAND_LINE } from '../../../shared/accounts/actor.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import { saveOperator } from '../../../shared/accounts/operators.ts';
import { DEMO_ACCOUNT } from '../../../shared/demo/demo-account.ts';
import { generateInventory } from '../../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../../shared/demo/demo-orders.ts';
import { type OpenConsole, openConsole } from './open-console.ts';

const PASSWORD = 'correct horse battery';
export const OPERATOR = { email: 'operator@example.com', password: PASSWORD };
/** Of the demo client, which has stock, orders, profiles and rules. */
export const OWNER = { email: 'owner@demo.example', password: PASSWORD };
/** Of a client that has nothing yet. */
export const OWNER_OF_NOTHING = { email: 'owner@empty.example', password: PASSWORD };

/** Where a page is for the demo client, with an order, a run and a product that it has. */
export const addressOf = (path: string) =>
  path.replace('$orderId', 'DEMO-000005').replace('$runId', '1').replace('$sku', 'BOOT-100');

const ORDERS = 300;

/** A console on the demo account, with its orders routed in Live, beside a client that has nothing. */
export async function openDemoConsole(): Promise<OpenConsole> {
  const service = await openConsole();
  await saveOperator(service.db, COMMAND_LINE, OPERATOR);
  const apply = (file: object) => applyAccountFile(service.db, parseAccountFile(file), { baseDir: null });
  await apply({ client: { slug: 'empty', name: 'Empty' }, users: [{ ...OWNER_OF_NOTHING, role: 'owner' }] });
  const { api_keys } = await apply({ ...DEMO_ACCOUNT, users: [{ ...OWNER, role: 'owner' }] });
  const key = api_keys.find(({ environment }) => environment === 'live')!.key;
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  await post('/inventory', { inventory: generateInventory(ORDERS, 2026) });
  await post('/orders/batch-route', { orders: [...generateOrders(ORDERS, 2026)] });
  return service;
}

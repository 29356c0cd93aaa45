import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { COMMAND_LINE } from '../../../shared/accounts/actor.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import { saveOperator } from '../../../shared/accounts/operators.ts';
import { DEMO_ACCOUNT } from '../../../shared/demo/demo-account.ts';
import { generateInventory } from '../../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../../shared/demo/demo-orders.ts';
import { hasBrowser, type OpenConsole, openConsole } from './open-console.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const PASSWORD = 'correct horse battery';
const OPERATOR = { email: 'operator@example.com', password: PASSWORD };
const OWNER = { email: 'owner@demo.example', password: PASSWORD };

const ORDERS = 300;

const PAGES = [
  ...[
    '/',
    '/orders',
    '/orders/DEMO-000005',
    '/runs',
    '/runs/new',
    '/runs/1',
    '/inventory',
    '/inventory/BOOT-100',
    '/try',
  ],
  ...[
    '/warehouses',
    '/settings',
    '/profiles',
    '/item-control',
    '/transit',
    '/api-access',
    '/users',
    '/usage',
    '/history',
  ],
  ...['/history?tab=audit', '/nowhere'],
];

let service: OpenConsole;

/** Serious and critical violations of the page that is open, as `rule: element`. */
async function violations(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  await page.locator('[role="status"][aria-label="Loading"]').first().waitFor({ state: 'hidden' });
  await page.addScriptTag({ path: AXE });
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
}

describe.skipIf(!hasBrowser)('every page, for whoever looks', () => {
  beforeAll(async () => {
    service = await openConsole();
    await saveOperator(service.db, COMMAND_LINE, OPERATOR);
    const file = { ...DEMO_ACCOUNT, users: [{ ...OWNER, role: 'owner' }] };
    const { api_keys } = await applyAccountFile(service.db, parseAccountFile(file), { baseDir: null });
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
  });
  afterAll(() => service?.close());

  it.each(['light', 'dark'] as const)(
    'has no serious violation of accessibility rules in the %s theme',
    async (colorScheme) => {
      const page = await service.window(undefined, { colorScheme, bypassCSP: true });
      await page.goto('/');
      const found: Record<string, string[]> = { 'sign-in': await violations(page) };
      const owner = await service.window(OWNER, { colorScheme, bypassCSP: true });
      for (const path of PAGES) {
        await owner.goto(path);
        await owner.getByRole('heading', { level: 1 }).waitFor();
        found[path] = await violations(owner);
      }
      const operator = await service.window(OPERATOR, { colorScheme, bypassCSP: true });
      for (const path of ['/clients', '/service', '/?client=demo', '/?client=demo&environment=test']) {
        await operator.goto(path);
        await operator.getByRole('heading', { level: 1 }).waitFor();
        found[`operator ${path}`] = await violations(operator);
      }
      expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
    },
  );
});

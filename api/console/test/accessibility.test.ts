import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR, OWNER, openDemoConsole } from './demo-service.ts';
import { follow, hasBrowser, type OpenConsole } from './open-console.ts';
import { violations } from './violations.ts';

/** What the walk through all pages (page-states.test.ts) does not see. */
const PAGES = ['/history?tab=audit', '/nowhere'];

/** Dialogs and menus, by the page and the buttons that open them. */
const DIALOGS = [
  ['/warehouses', 'Edit Edison NJ'],
  ['/item-control', 'Edit rule for LAMP-300'],
  ['/profiles', 'Edit Wholesale'],
  ['/api-access', 'Create key'],
  ['/orders/DEMO-000005', 'Reroute…'],
  ['/orders', 'Bulk actions'],
  ['/runs/1', 'Download'],
] as const;

let service: OpenConsole;

describe.skipIf(!hasBrowser)('what opens over a page, and whoever looks', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
  });
  afterAll(() => service?.close());

  it('has no serious violation of accessibility rules in either theme', async () => {
    const page = await service.window();
    await page.goto('/');
    const found: Record<string, string[]> = { 'sign-in': await violations(page) };
    const owner = await service.window(OWNER);
    for (const path of PAGES) {
      await follow(owner, path);
      found[path] = await violations(owner);
    }
    for (const [path, button] of DIALOGS) {
      await follow(owner, path);
      await owner.getByRole('button', { name: button }).first().click();
      await owner.getByRole('dialog').or(owner.getByRole('menu')).first().waitFor();
      found[`${path} ${button}`] = await violations(owner);
    }
    await follow(owner, '/warehouses');
    await owner.getByRole('button', { name: 'Edit Edison NJ' }).click();
    await owner.getByRole('dialog').getByLabel('ZIP').fill('00000');
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByText('00000 is not a known ZIP code').waitFor();
    found['a fault at its field'] = await violations(owner);
    await follow(owner, '/orders');
    await owner.getByRole('button', { name: 'Search Ctrl K' }).click();
    await owner.getByRole('listbox', { name: 'Results' }).waitFor();
    found.search = await violations(owner);
    for (const item of ['Release…', 'Reroute…']) {
      await owner.goto('/orders?status=PARTIAL');
      await owner.getByRole('button', { name: 'Bulk actions' }).click();
      await owner.getByRole('menuitem', { name: item }).click();
      await owner.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
      found[`bulk action: ${item}`] = await violations(owner);
    }
    const operator = await service.window(OPERATOR);
    for (const path of ['/', '/service?tab=audit', '/?client=demo', '/?client=demo&environment=test']) {
      await operator.goto(path);
      await operator.getByRole('heading', { level: 1 }).waitFor();
      found[`operator ${path}`] = await violations(operator);
    }
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
  });
});

import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OF_THE_SERVICE, PAGE_SEARCH } from '../app/page-search.ts';
import { addressOf, OPERATOR, OWNER, openDemoConsole } from './demo-service.ts';
import { hasBrowser, type OpenConsole } from './open-console.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const PAGES = [
  ...Object.keys(PAGE_SEARCH)
    .filter((path) => !OF_THE_SERVICE.includes(path))
    .map(addressOf),
  '/history?tab=audit',
  '/nowhere',
];

/** Dialogs and menus, by the page and the buttons that open them. */
const DIALOGS = [
  ['/warehouses', 'Change Edison NJ'],
  ['/item-control', 'Change the rule on LAMP-300'],
  ['/profiles', 'Change Wholesale'],
  ['/api-access', 'Create a key'],
  ['/orders/DEMO-000005', 'Route again …'],
  ['/orders', 'All that match'],
  ['/runs/1', 'Download'],
] as const;

let service: OpenConsole;

const THEMES = ['light', 'dark'] as const;

/** Serious and critical violations of the page that is open, in both themes, as `theme: rule: element`. */
async function violations(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  await page.locator('[role="status"][aria-label="Loading"]').first().waitFor({ state: 'hidden' });
  await page.addScriptTag({ path: AXE });
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' });
    // Colours that are on their way to the other theme are nobody's.
    await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
    const ofTheme: string[] = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(
      ({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
    found.push(...ofTheme.map((each) => `${theme}: ${each}`));
  }
  return found;
}

describe.skipIf(!hasBrowser)('every page, for whoever looks', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
  });
  afterAll(() => service?.close());

  it('has no serious violation of accessibility rules in either theme', async () => {
    const page = await service.window(undefined, { bypassCSP: true });
    await page.goto('/');
    const found: Record<string, string[]> = { 'sign-in': await violations(page) };
    const owner = await service.window(OWNER, { bypassCSP: true });
    for (const path of PAGES) {
      await owner.goto(path);
      await owner.getByRole('heading', { level: 1 }).waitFor();
      found[path] = await violations(owner);
    }
    for (const [path, button] of DIALOGS) {
      await owner.goto(path);
      await owner.getByRole('button', { name: button }).first().click();
      await owner.getByRole('dialog').or(owner.getByRole('menu')).first().waitFor();
      found[`${path} ${button}`] = await violations(owner);
    }
    for (const item of ['Release …', 'Route again …']) {
      await owner.goto('/orders?status=PARTIAL');
      await owner.getByRole('button', { name: 'All that match' }).click();
      await owner.getByRole('menuitem', { name: item }).click();
      await owner.getByRole('dialog').getByRole('button', { name: 'Leave as it is' }).waitFor();
      found[`all that match: ${item}`] = await violations(owner);
    }
    const operator = await service.window(OPERATOR, { bypassCSP: true });
    for (const path of [
      '/',
      '/clients',
      '/service',
      '/service?tab=audit',
      '/?client=demo',
      '/?client=demo&environment=test',
    ]) {
      await operator.goto(path);
      await operator.getByRole('heading', { level: 1 }).waitFor();
      found[`operator ${path}`] = await violations(operator);
    }
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
  });
});

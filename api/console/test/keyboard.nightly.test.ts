import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER, openDemoConsole } from './demo-service.ts';
import { hasBrowser, type OpenConsole } from './open-console.ts';

/** Tab takes no more steps than this to anything on a page. */
const MAX_STEPS = 80;

const FOUND_WITHIN_MS = 500;

/**
 * What has the focus, in a word, or what is wrong with it: that nothing has it, or that nobody sees it. What is seen is
 * an outline: of the element, of what is drawn in place of a hidden input beside it, or of the field around it.
 */
const FOCUS = `(async () => {
  // What opens or closes gives the focus on within some frames.
  const isLost = () => document.activeElement === null || document.activeElement === document.body;
  for (const end = performance.now() + ${FOUND_WITHIN_MS}; isLost() && performance.now() < end; )
    await new Promise(requestAnimationFrame);
  if (isLost()) return { fault: 'lost' };
  const at = document.activeElement;
  const name = at.getAttribute('aria-label') ?? (at.labels?.[0] ?? at).innerText?.split('\\n')[0] ?? '';
  const said = at.tagName.toLowerCase() + ' ' + name.slice(0, 40);
  const drawn = [at, at.nextElementSibling, at.parentElement, at.parentElement?.parentElement].filter(Boolean);
  const isOutlined = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { width, height, bottom, top } = element.getBoundingClientRect();
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width > 1 && height > 1
      && bottom > 0 && top < innerHeight;
  };
  return drawn.some(isOutlined) ? { said } : { said, fault: 'not to be seen' };
})()`;

let service: OpenConsole;
let page: Page;

/** What had the focus after each key, where somebody would not know where they are. */
let faults: string[];

async function look(key: string): Promise<void> {
  const { said = '', fault } = (await page.evaluate(FOCUS)) as { said?: string; fault?: string };
  if (fault) faults.push(`${new URL(page.url()).pathname}, ${key}: ${said} ${fault}`);
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await look(key);
  }
}

const hasFocus = async (target: Locator) => (await target.and(page.locator(':focus')).count()) > 0;

/** Fills in the field that has the focus. */
async function fill(name: string, text: string): Promise<void> {
  await expect.poll(() => hasFocus(dialog().getByRole('textbox', { name }))).toBe(true);
  await page.keyboard.type(text);
}

/** Presses Enter on what acts, which says so when it is done: nothing has the focus until then. */
async function act(said: string | RegExp): Promise<void> {
  await page.keyboard.press('Enter');
  await page.getByText(said).first().waitFor();
  await dialog().waitFor({ state: 'hidden' });
  await look(`Enter, until ${said}`);
}

/** Presses a button that asks, and then the one that means it. */
async function actTwice(name: string, verb: string, said: string): Promise<void> {
  await tabTo(button(name));
  await press('Enter');
  await tabTo(dialog().getByRole('button', { name: verb }));
  await act(said);
}

/** Goes on with Tab until the focus is where it should be, and looks at each step. */
async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  // Found once, because a search by role looks at the whole page.
  const elements = await target.elementHandles();
  const isReached = () =>
    page.evaluate((all) => all.includes(Reflect.get(globalThis, 'document').activeElement), elements);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await press(key);
    if (await isReached()) return;
  }
  expect.unreachable(`${key} does not come to ${target}`);
}

/** Goes down the list of the field that has the focus to an option, and takes it. */
async function choose(name: string | RegExp): Promise<void> {
  await press('ArrowDown');
  const option = page.getByRole('option', { name }).first();
  await option.waitFor();
  const reached = option.and(page.locator('[data-combobox-selected]'));
  for (let step = 0; step < MAX_STEPS && (await reached.count()) === 0; step += 1) await press('ArrowDown');
  await press('Enter');
}

/** Presses Enter on the button of a menu. The menu is there some frames before it has the focus and takes keys. */
async function openMenu(): Promise<void> {
  await page.keyboard.press('Enter');
  await page.locator('[role="menu"]:focus-within').waitFor();
  await look('Enter');
}

/** Says yes to what a step changes. */
async function doIt(done: string | RegExp): Promise<void> {
  await tabTo(page.locator('[data-confirm]'));
  await page.keyboard.press('Enter');
  await page.getByText(done).first().waitFor();
}

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');

describe.skipIf(!hasBrowser)('with the keyboard alone', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
    page = await service.window();
    await page.goto('/');
    await heading('Sign in');
  });
  afterAll(() => service?.close());

  /** A flow, after which nobody was lost on the way. */
  const flow = (title: string, steps: () => Promise<void>) =>
    it(title, async () => {
      faults = [];
      await steps();
      await look('at the end');
      expect(faults).toEqual([]);
    });

  flow('an owner signs in', async () => {
    await look('at the beginning');
    await page.keyboard.type(OWNER.email);
    await press('Tab');
    await page.keyboard.type(OWNER.password);
    await page.keyboard.press('Enter');
    await heading('Overview');
  });

  flow('goes to a page by its link, and to another by Ctrl K', async () => {
    await page.goto('/');
    await heading('Overview');
    await tabTo(page.getByRole('link', { name: 'Orders', exact: true }));
    await press('Enter');
    await heading('Orders');
    await press('Control+K');
    await page.keyboard.type('warehouses');
    await page.keyboard.press('Enter');
    await heading('Warehouses');
    await look('Enter');
    await press('Control+K', 'Escape');
  });

  flow('filters orders, opens one, and comes back', async () => {
    await page.goto('/orders');
    await tabTo(page.getByRole('textbox', { name: 'Order, ZIP or SKU' }));
    await page.keyboard.type('DEMO-0');
    await press('Enter');
    await page.waitForURL(/q=DEMO-0/);
    await look('Enter');
    await tabTo(page.getByRole('checkbox', { name: /^Ships in full/ }));
    await page.keyboard.press('Space');
    await page.waitForURL(/status=FULL/);
    await look('Enter');
    await tabTo(page.locator('tr[data-index="0"] a'));
    await press('j', 'k', 'j', 'Enter');
    await heading(/^Order DEMO-0/);
    await look('Enter');
    await page.goBack();
    await heading('Orders');
  });

  flow('looks at what a reroute would do, and leaves it', async () => {
    await page.goto('/orders/DEMO-000005');
    await tabTo(button('Reroute…'));
    await press('Enter');
    await tabTo(dialog().getByRole('combobox', { name: 'Exclude warehouses' }));
    await choose('Edison NJ');
    await press('Escape');
    await tabTo(dialog().getByRole('button', { name: 'Preview' }));
    // Nothing has the focus while the button is at work.
    await page.keyboard.press('Enter');
    await dialog().getByText('New', { exact: true }).waitFor();
    await look('Enter');
    await press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(await hasFocus(button('Reroute…'))).toBe(true);
  });

  flow('changes the priority of a warehouse', async () => {
    await page.goto('/warehouses');
    const first = () => page.locator('tbody tr').first().textContent();
    await tabTo(button('Fontana CA up'));
    await press('Enter');
    await doIt('Priorities saved.');
    await expect.poll(first).toContain('Fontana CA');
    await look('Enter');
    await tabTo(button('Fontana CA down'));
    await press('Enter');
    await doIt('Priorities saved.');
    await expect.poll(first).toContain('Edison NJ');
    await look('Enter');
    await tabTo(page.getByRole('switch', { name: 'Edison NJ enabled' }), 'Shift+Tab');
    await press('Space');
    await doIt(/Edison NJ disabled/);
    await look('Space');
  });

  flow('adds a profile with a rule of its own, and removes it', async () => {
    await page.goto('/profiles');
    await tabTo(button('Add profile'));
    await press('Enter');
    await fill('Partner ID', 'hotels');
    await press('Tab');
    await fill('Name', 'Hotels');
    await tabTo(dialog().getByRole('combobox', { name: 'Limit to warehouses' }));
    await choose('Edison NJ');
    await press('Escape');
    await tabTo(dialog().getByRole('switch', { name: 'Override split shipment' }));
    await press('Space');
    await tabTo(dialog().getByRole('button', { name: 'Save' }));
    await press('Enter');
    await doIt('Profile Hotels saved.');
    await dialog().waitFor({ state: 'hidden' });
    await actTwice('Remove Hotels', 'Remove profile', 'Profile Hotels removed.');
  });

  flow('looks up a lane, and opens the list of warehouses before they have come', async () => {
    let letCome = () => {};
    const come = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    const warehouses = (url: URL) => url.pathname === '/account/v1/warehouses';
    await page.route(warehouses, (route) => come.then(() => route.continue()));
    await page.goto('/transit');
    const field = page.getByRole('combobox', { name: 'Warehouse' });
    await tabTo(field);
    await press('ArrowDown');
    await page.getByText('Loading…').waitFor();
    letCome();
    await choose('Romeoville IL');
    expect(await field.inputValue()).toBe('Romeoville IL (ORD1)');
    await page.unroute(warehouses);
    await tabTo(page.getByRole('textbox', { name: 'Destination ZIP' }));
    await page.keyboard.type('10001');
    await press('Enter');
    await page.getByText(/^ORD1 to 10001: \d+ days?/).waitFor();
  });

  flow('uploads lanes', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.goto('/transit');
    await tabTo(button('Choose a file'));
    await press('Enter');
    const lanes = 'warehouse_id,destination_zip,transit_days\nEWR1,100,1\n';
    await (await chooser).setFiles({ name: 'lanes.csv', mimeType: 'text/csv', buffer: Buffer.from(lanes) });
    await doIt('Lane table saved.');
    await tabTo(page.getByRole('radio', { name: 'By zone' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await doIt('Provider changed. It applies from the next order.');
    await look('ArrowRight');
  });

  flow('opens menus, and closes them', async () => {
    await page.goto('/runs/1');
    for (const name of ['Download', /Signed in as/] as const) {
      await tabTo(button(name), name === 'Download' ? 'Tab' : 'Shift+Tab');
      await openMenu();
      await press('ArrowDown', 'Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
      expect(await hasFocus(button(name))).toBe(true);
    }
  });

  flow(
    'closes a warehouse in a draft, takes it back, and closes it again; reads why an order changes',
    async () => {
      await page.goto('/what-ifs/new?run=1');
      await tabTo(page.getByRole('switch', { name: 'Edison NJ enabled' }));
      await press('Space');
      const undo = button('Undo Warehouse EWR1: enabled');
      await tabTo(undo);
      await page.keyboard.press('Enter');
      await undo.waitFor({ state: 'detached' });
      await look('Enter');
      await tabTo(page.getByRole('switch', { name: 'Edison NJ enabled' }), 'Shift+Tab');
      await press('Space');
      await undo.waitFor();
      await tabTo(button('Compare'));
      await page.keyboard.press('Enter');
      await heading(/^Warehouse EWR1/);
      await tabTo(page.locator('tr[data-index="0"] [data-opener]'));
      await press('j', 'Enter');
      await tabTo(dialog().getByRole('button', { name: 'Previous' }));
      await press('Escape');
      await dialog().waitFor({ state: 'hidden' });
    },
  );

  flow('changes the password, after a wrong one was refused', async () => {
    const current = dialog().getByLabel('Current password');
    await page.goto('/orders');
    await tabTo(button(/Signed in as/));
    await openMenu();
    await tabTo(page.getByRole('menuitem', { name: 'Change password' }), 'ArrowDown');
    await press('Enter');
    await expect.poll(() => hasFocus(current)).toBe(true);
    await page.keyboard.type('not this one');
    await tabTo(dialog().getByLabel('New password'));
    await page.keyboard.type('another horse battery');
    await page.keyboard.press('Enter');
    // The fault is at its field, which gets the focus.
    await expect.poll(() => hasFocus(current)).toBe(true);
    await dialog().getByText('is not your current password').waitFor();
    await look('Enter');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(OWNER.password);
    await press('Tab');
    await act('Password changed.');
  });
});

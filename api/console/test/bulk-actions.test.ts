import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER, openDemoConsole } from './demo-service.ts';
import { hasBrowser, type OpenConsole, visit } from './open-console.ts';

let service: OpenConsole;
let owner: Page;

interface Found {
  readonly order_id: string;
  readonly holds_units: boolean;
  readonly rerouted: boolean;
  readonly state: string;
}

/** What the service finds, in the reader's session. */
async function found(search: string): Promise<Found[]> {
  const answer = await owner.evaluate(
    `fetch('/account/v1/orders?environment=live&limit=1000${search}').then((answer) => answer.json())`,
  );
  return (answer as { orders: Found[] }).orders;
}

async function open(filter: string, item: string): Promise<void> {
  await visit(owner, `/orders${filter}`);
  await owner.getByRole('button', { name: 'Bulk actions' }).click();
  await owner.getByRole('menuitem', { name: item }).click();
}

const idsOf = (orders: readonly { order_id: string }[]) => orders.map(({ order_id }) => order_id).toSorted();

describe.skipIf(!hasBrowser)('all orders that match a filter', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
    owner = await service.window(OWNER);
  });
  afterAll(() => service?.close());

  it('are the rows of a file, and no others are', async () => {
    const waiting = owner.waitForEvent('download');
    await open('?status=SPLIT', 'Export all that match as CSV');
    const [head, ...rows] = readFileSync((await (await waiting).path())!, 'utf8')
      .trimEnd()
      .split('\r\n');
    const place = head!.split(',').indexOf('order_id');
    expect(rows.map((row) => row.split(',')[place]!).toSorted()).toEqual(idsOf(await found('&status=SPLIT')));
    expect(rows.length).toBeGreaterThan(10);
  });

  it('are released, after their number was shown, and no others are', async () => {
    const before = await found('');
    const matching = await found('&status=PARTIAL');
    expect(matching.length).toBeGreaterThan(3);
    await open('?status=PARTIAL', 'Release…');
    const dialog = owner.getByRole('dialog');
    await dialog.getByText('Outcome: Ships in part').waitFor();
    await dialog
      .getByText(`${matching.length} orders match; ${matching.length} of them are current or held.`)
      .waitFor();
    expect(await found('')).toEqual(before);
    await dialog.getByRole('button', { name: `Release ${matching.length} orders` }).click();
    await owner.getByText(`${matching.length} orders released.`).waitFor();
    expect(idsOf(await found('&state=released'))).toEqual(idsOf(matching));
  });

  it('are routed again, and no others are', async () => {
    const matching = await found('&status=SPLIT');
    expect(matching.length).toBeGreaterThan(3);
    const before = await found('');
    await open('?status=SPLIT', 'Route these again…');
    const dialog = owner.getByRole('dialog');
    const tried = dialog.getByRole('table', { name: 'Now and new' }).locator('tbody tr');
    await tried.first().waitFor();
    await dialog.getByLabel('Note').fill('all of it');
    await dialog.getByRole('switch', { name: /^Keep an order unchanged/ }).click();
    await expect.poll(() => tried.count()).toBe(Math.min(20, matching.length));
    expect(await found('')).toEqual(before);
    await dialog.getByRole('button', { name: `Reroute ${matching.length} orders` }).click();
    await owner.waitForURL(/\/runs\/\d+/);
    await owner.getByRole('main').getByText('completed').first().waitFor();
    const rerouted = (await found('')).filter((order) => order.rerouted);
    expect(idsOf(rerouted)).toEqual(idsOf(matching));
  });

  it('are no more than those that are selected by keys or clicks, which are saved and released', async () => {
    await visit(owner, '/orders?state=current');
    const rows = owner.locator('tr[data-index]');
    await rows.first().locator('a').focus();
    for (const key of ['j', 'x', 'Shift+J']) await owner.keyboard.press(key);
    await owner.getByRole('button', { name: '2 selected' }).waitFor();
    await rows
      .nth(4)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    const chosen = await rows
      .getByRole('checkbox', { checked: true })
      .evaluateAll((boxes) =>
        (boxes as { ariaLabel?: string }[]).map(({ ariaLabel }) => ariaLabel!.replace('Select order ', '')),
      );
    expect(chosen).toHaveLength(4);
    // The selection is kept over a visit.
    await visit(owner, `/orders/${chosen[0]}`);
    await visit(owner, '/orders?state=current');
    await owner.getByRole('button', { name: '4 selected' }).waitFor();
    await owner.getByRole('button', { name: 'Columns' }).click();
    const waiting = owner.waitForEvent('download');
    await owner.getByRole('menuitem', { name: 'Download 4 rows as CSV' }).click();
    const [, ...saved] = readFileSync((await (await waiting).path())!, 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(saved.map((row) => row.split(',')[0])).toEqual(chosen);
    await owner.getByRole('button', { name: '4 selected' }).click();
    await owner.getByRole('menuitem', { name: 'Release…' }).click();
    await owner
      .getByRole('dialog')
      .getByRole('button', { name: /^Release \d+ orders?$/ })
      .click();
    await owner.getByText('4 orders released.').waitFor();
    expect(idsOf(await found('&state=released'))).toEqual(expect.arrayContaining(chosen.toSorted()));
  });

  it('are none to act on without a filter', async () => {
    await visit(owner, '/orders');
    await owner.getByRole('button', { name: 'Bulk actions' }).click();
    const item = (name: string) => owner.getByRole('menuitem', { name });
    await expect.poll(() => item('Release…').isDisabled()).toBe(true);
    await expect.poll(() => item('Route these again…').isDisabled()).toBe(true);
  });
});

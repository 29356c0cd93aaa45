import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveOperator } from '../../../scripts/wrs/admin/operators.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { findPrincipal } from '../../../shared/identity/principal.ts';
import { markRunFailed } from '../../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../../shared/testing/accepted-run.ts';
import { anOrder } from '../../../shared/testing/routing-fixture.ts';
import { aPerson } from '../../test/account/people.ts';
import { writeAccount } from './account-calls.ts';
import { hasBrowser, itLong, meanIt, type OpenConsole, openConsole, visit } from './open-console.ts';

const PASSWORD = 'correct horse battery';
const OPERATOR = { email: 'operator@example.com', password: PASSWORD };
const OWNER = { email: 'owner@acme.example', password: PASSWORD };

const RUN_ORDERS = 400;

let service: OpenConsole;
let operator: Page;
let owner: Page;
let member: Page;
let key: string;

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Fills a dialog's fields by their labels, and sends it. */
async function fill(page: Page, fields: Record<string, string>, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).first().fill(value);
  await dialog.getByRole('button', { name: button }).click();
}

async function routeOverHttp(body: object): Promise<Response> {
  return fetch(`${service.url}/api/v1/orders/route`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe.skipIf(!hasBrowser)('people at work in the console', () => {
  beforeAll(async () => {
    service = await openConsole();
    await saveOperator(service.db, COMMAND_LINE, OPERATOR);
  });
  afterAll(() => service?.close());

  it('an operator makes a client and invites its owner', async () => {
    operator = await service.window(OPERATOR);
    await said(operator, 'Queues');
    await visit(operator, '/clients');
    await operator.getByRole('button', { name: 'Add client' }).first().click();
    await fill(operator, { Name: 'Acme', Slug: 'acme' }, 'Add client');
    await operator.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await operator.getByRole('button', { name: 'Invite user' }).first().click();
    const dialog = operator.getByRole('dialog');
    await dialog.getByText('Owner', { exact: true }).click();
    await fill(operator, { Email: OWNER.email }, 'Invite user');
    const link = new URL((await dialog.getByLabel('Secret').textContent())!);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row(operator, new RegExp(OWNER.email)).waitFor();
    owner = await service.window();
    await owner.goto(`${link.pathname}${link.hash}`);
    await owner.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await owner.getByRole('button', { name: 'Join' }).click();
    await owner.getByText(`Signed in as ${OWNER.email}`).waitFor({ state: 'attached' });
    await owner.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await visit(operator, '/clients');
    await operator.getByRole('button', { name: 'Edit Acme' }).click();
    await fill(operator, { 'Routed order limit': '1000000' }, 'Save');
    await meanIt(operator);
    await said(operator, 'Acme saved.');
  });

  it('an owner adds warehouses, uploads stock, sets a policy and makes a key', async () => {
    await visit(owner, '/warehouses');
    await owner.getByRole('button', { name: 'Add warehouse' }).first().click();
    await fill(owner, { 'Warehouse ID': 'EWR1', Name: 'Edison NJ', ZIP: '08837' }, 'Add warehouse');
    await meanIt(owner);
    await row(owner, /Edison NJ/).waitFor();
    const atlanta = { warehouse_id: 'ATL1', warehouse_name: 'Atlanta GA', zip: '30336' };
    expect(await writeAccount(owner, 'POST', 'warehouses', atlanta)).toBe(201);
    await visit(owner, '/inventory');
    await owner.getByRole('button', { name: 'Upload stock' }).first().click();
    const stock = 'sku,warehouse_id,quantity_available\nCHAIR,EWR1,50000\nCHAIR,ATL1,50000\nLAMP,ATL1,5\n';
    await owner
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(stock) });
    await meanIt(owner);
    await said(owner, 'Stock updated');
    await visit(owner, '/settings');
    await owner.getByRole('radiogroup', { name: 'Split shipments' }).getByText('warn').click();
    await owner.getByRole('button', { name: 'Save' }).click();
    await meanIt(owner);
    await said(owner, /^Settings saved/);
    await visit(owner, '/api-access');
    await owner.getByRole('button', { name: 'Create key' }).first().click();
    await fill(owner, { Name: 'store' }, 'Create API key');
    key = ((await owner.getByLabel('Secret').textContent()) ?? '').trim();
    expect(key).toMatch(/^wrs_live_/);
    await owner.getByRole('button', { name: 'Done' }).click();
    await row(owner, /store/).waitFor();
  });

  it('the key routes an order; the owner reads why, and reroutes it away from a warehouse', async () => {
    const order = { order_id: 'SO-1', destination_zip: '10001', lines: [{ sku: 'CHAIR', quantity: 2 }] };
    expect((await routeOverHttp(order)).status).toBe(200);
    await owner.keyboard.press('Control+K');
    await owner.getByRole('combobox', { name: 'Search' }).fill('SO-1');
    await owner.keyboard.press('Enter');
    await said(owner, 'Ships all 2 units from Edison NJ.');
    await owner.getByRole('img', { name: /^Map: ships from Edison NJ/ }).waitFor();
    await owner.getByRole('button', { name: 'Reroute…' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByText('Exclude warehouses').click();
    await owner.keyboard.press('ArrowDown');
    await owner.getByRole('option', { name: 'Edison NJ' }).click();
    await owner.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog
      .getByText(/from Atlanta GA/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Reroute' }).click();
    await said(owner, 'Order SO-1 rerouted.');
    await owner.getByRole('img', { name: /^Map: ships from Atlanta GA/ }).waitFor();
    await said(owner, /^Rerouted: ships in full/);
  });

  itLong('a page whose scripts are gone after a rebuild is loaded again', async () => {
    const page = await owner.context().newPage();
    const sent: string[] = [];
    await page.route(/\/assets\/(order-page|us-map)-/, async (route) => {
      const url = route.request().url();
      const isFirst = !sent.includes(url);
      sent.push(url);
      await (isFirst ? route.fulfill({ status: 404 }) : route.continue());
    });
    await page.goto('/orders/SO-1');
    await page.getByRole('img', { name: /^Map: ships from Atlanta GA/ }).waitFor();
    expect(new Set(sent).size).toBe(2);
    expect(sent.length).toBeGreaterThanOrEqual(4);
    await page.close();
  });

  itLong(
    'a page stays while the service is away, says so, and goes on when it is back, with a script that it lacked',
    async () => {
      const page = await owner.context().newPage();
      await page.goto('/orders');
      await row(page, /SO-1/).waitFor();
      await page.route('**/*', (route) => route.abort('connectionrefused'));
      await page.getByRole('link', { name: 'Rates' }).click();
      await said(page, 'The service is not responding');
      expect(await row(page, /SO-1/).count()).toBe(1);
      await page.unroute('**/*');
      await page.getByRole('heading', { level: 1, name: 'Rates' }).waitFor();
      await page.getByText('The service is not responding').waitFor({ state: 'detached' });
      expect(await page.evaluate('performance.getEntriesByType("navigation")[0].type')).toBe('navigate');
      await page.close();
    },
  );

  it('a file of orders is dropped, watched to its end and downloaded', async () => {
    const rows = Array.from({ length: RUN_ORDERS }, (_, n) => `R-${n},10001,CHAIR,1`);
    const csv = ['external_order_id,destination_zip,sku,quantity', ...rows].join('\n');
    await visit(owner, '/runs/new');
    await owner
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await owner.getByRole('table', { name: 'Preview' }).waitFor();
    await owner.getByRole('button', { name: `Route ${RUN_ORDERS} orders` }).click();
    await owner.getByRole('heading', { level: 1, name: /^Run #/ }).waitFor();
    await said(owner, 'completed');
    await owner
      .getByRole('row', { name: /Ships in full/ })
      .first()
      .waitFor();
    await owner.getByRole('button', { name: 'Download' }).click();
    const waiting = owner.waitForEvent('download');
    await owner.getByRole('menuitem', { name: 'All decisions (CSV)' }).click();
    const lines = readFileSync((await (await waiting).path())!, 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(RUN_ORDERS + 1);
  });

  it('a wrong file shows its lines before anything is sent, and its run has them to download', async () => {
    const csv = 'external_order_id,destination_zip,sku,quantity\nA,10001,CHAIR,1\nB,10001,CHAIR,many\n';
    await visit(owner, '/runs/new');
    await owner
      .locator('input[type=file]')
      .setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await said(owner, /^line 3/);
    await said(owner, 'Live has none of these orders yet.');
    await owner.getByRole('button', { name: 'Route 1 order and skip invalid ones' }).click();
    await said(owner, '1 invalid order skipped');
    const waiting = owner.waitForEvent('download');
    await owner.getByRole('button', { name: 'Download all errors (CSV)' }).click();
    expect(readFileSync((await (await waiting).path())!, 'utf8')).toMatch(/^Line,Field,Error\r\n3,/);
    await owner.getByRole('button', { name: 'Add filter' }).waitFor();
  });

  it('a setting that was changed is listed in History with who and what, and is restored', async () => {
    await visit(owner, '/settings');
    await owner.getByRole('radiogroup', { name: 'Partial shipments' }).getByText('block').click();
    await owner.getByRole('button', { name: 'Save' }).click();
    await meanIt(owner);
    await said(owner, /^Settings saved/);
    await visit(owner, '/history');
    const changed = row(owner, /current.*owner@acme.example.*Partial shipments/);
    await changed.waitFor();
    await owner
      .locator('tr[data-index="1"]')
      .getByRole('button', { name: /^Restore version/ })
      .click();
    await owner
      .getByRole('dialog')
      .getByText(/^It also takes back 1 later change: Partial shipments/)
      .waitFor();
    await meanIt(owner);
    await said(owner, /^Version \d+ restored/);
    await row(owner, /current restored.*owner@acme.example.*Partial shipments/).waitFor();
    await visit(owner, '/settings');
    const radio = owner
      .getByRole('radiogroup', { name: 'Partial shipments' })
      .getByRole('radio', { name: 'allow' });
    await expect.poll(() => radio.isChecked()).toBe(true);
  });

  it('an operator reads in the log of the service who did what to whom', async () => {
    await visit(operator, '/service');
    await operator.getByRole('tab', { name: 'Audit log' }).click();
    await row(operator, /Client created.*acme.*operator@example\.com/).waitFor();
    await operator.getByRole('combobox', { name: 'Client or service' }).click();
    await operator.getByRole('option', { name: 'Whole service' }).click();
    await row(operator, /Operator changed.*whole service.*command line/).waitFor();
    await expect.poll(() => row(operator, /acme/).count()).toBe(0);
    await visit(operator, '/service?tab=audit&of=acme&looks=shown&action=operator');
    await row(operator, /Operator viewed.*GET \/account\/v1\/service\/audit/)
      .first()
      .waitFor();
    await operator.getByRole('button', { name: 'Clear filters' }).click();
    await row(operator, /Client created/).waitFor();
    expect(new URL(operator.url()).search).toBe('?tab=audit');
  });

  it('a key that is revoked gets 401', async () => {
    await visit(owner, '/api-access');
    await owner.getByRole('button', { name: 'Revoke store' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await said(owner, 'Key store revoked.');
    const order = { order_id: 'SO-2', destination_zip: '10001', lines: [{ sku: 'CHAIR', quantity: 1 }] };
    expect((await routeOverHttp(order)).status).toBe(401);
  });

  it('a member is offered no owner’s action, and reads what only owners change', async () => {
    const { id } = await service.db.prisma.client.findUniqueOrThrow({ where: { slug: 'acme' } });
    member = await service.window(await aPerson(service.db, 'member', id));
    await member.goto('/');
    await member.getByRole('heading', { level: 1 }).waitFor();
    expect(await member.getByRole('link', { name: 'API access' }).count()).toBe(0);
    await visit(member, '/api-access');
    await said(member, 'Not allowed');
    expect(await member.getByRole('main').getByRole('button').count()).toBe(0);
    await visit(member, '/settings');
    await said(member, 'Only account owners can change settings.');
    // What a member may not change is still read: a switch shows by its colour, too, whether it is on.
    const colours = await member.evaluate<Record<string, string>>(`Object.fromEntries(
      [...document.querySelectorAll('input[role=switch]')].map((each) =>
        [each.checked, getComputedStyle(each.nextElementSibling).backgroundColor]))`);
    expect(colours.true).not.toBe(colours.false);
  });

  it('the filter of a list is what it lists, and is kept in the address', async () => {
    await visit(owner, '/orders?q=SO-1');
    await row(owner, /SO-1/).waitFor();
    expect(await owner.locator('tr[data-index]').count()).toBe(1);
    await owner.getByText(/^Ships in full 1$/).click();
    await owner.waitForURL(/status=FULL/);
    expect(await owner.getByText(/^Cannot ship 0$/).isVisible()).toBe(true);
    for (const filter of ['status=NONE', 'search=incomplete']) {
      await visit(owner, `/orders?${filter}`);
      await said(owner, /^No matches/);
    }
  });

  it('a failed run is retried by a member and completes', async () => {
    const { id } = await service.db.prisma.client.findUniqueOrThrow({ where: { slug: 'acme' } });
    const { principal } = await findPrincipal(service.db, id, 'live');
    const runId = await createAcceptedRun(service.db, principal, [anOrder()], 1);
    await markRunFailed(service.db.pool, runId, 'It broke.');
    // Loaded again, because failures are counted every thirty seconds.
    await member.goto(`/runs/${runId}`);
    await said(member, 'It broke.');
    const failed = member.getByRole('navigation', { name: 'Main' }).getByText('1 failed');
    await failed.waitFor();
    await member.getByRole('button', { name: 'Retry' }).click();
    await failed.waitFor({ state: 'detached' });
    await said(member, 'completed');
    expect(await member.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  });
});

import type { Locator, Page } from 'playwright-core';
import { readAccount, writeAccount } from '../../../../api/console/test/account-calls.ts';

/** Somebody at the console, whose actions are counted: keys, clicks, and texts that are typed or pasted. */
export class Hand {
  actions = 0;

  constructor(readonly page: Page) {}

  async press(key: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.insertText(text);
  }

  async click(target: Locator, modifiers: 'Shift'[] = []): Promise<void> {
    this.actions += 1;
    await target.click({ modifiers });
  }

  /** What the account API says, in the person's session. */
  ask<T>(path: string): Promise<T> {
    return readAccount(this.page, path) as Promise<T>;
  }

  /** Waits until a text is to be read. */
  async read(text: string | RegExp): Promise<void> {
    await this.page.getByRole('main').getByText(text).first().waitFor();
  }

  /** A page in the navigation. */
  to(label: string): Promise<void> {
    const main = this.page.getByRole('navigation', { name: 'Main' });
    return this.click(main.getByRole('link', { name: label, exact: true }));
  }

  /** Finds by Ctrl K. */
  async find(text: string): Promise<void> {
    await this.press('Control+K');
    await this.page.getByRole('combobox', { name: 'Search' }).waitFor();
    await this.type(text);
    // Names are found in what the dialog reads.
    await this.page.getByRole('option').first().waitFor();
    await this.page.waitForLoadState('networkidle');
    await this.press('Enter');
  }
}

/** A task of a day, which begins at the overview. */
type Task = (hand: Hand) => Promise<void>;

interface OrderFound {
  readonly order_id: string;
  readonly status: string;
  readonly late: boolean;
}

interface OrderHistory {
  readonly routings: readonly {
    readonly order: { readonly lines: readonly Line[] };
    readonly result: { readonly status: string };
  }[];
}

interface OrderCount {
  readonly orders: number;
  readonly more: boolean;
}

interface Line {
  readonly sku: string;
  readonly quantity: number;
}

interface Capacity {
  readonly warehouses: readonly {
    readonly enabled: boolean;
    readonly days: readonly {
      readonly date: string;
      readonly left: number | null;
      readonly ships: boolean;
    }[];
  }[];
}

interface WhatIf {
  readonly what_if_id: number;
  readonly status: string;
  readonly baseline: WhatIfSide;
  readonly draft: WhatIfSide;
}

interface WhatIfSide {
  readonly none_count: number;
  readonly shipments: number;
  readonly units_shipped: number;
}

/** Throws unless what the API says is what the console said. */
function holds(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`The API says otherwise: ${what}.`);
}

/** What happens outside of the console: goods arrive for all lines of orders. */
async function receiveStock(hand: Hand, orderIds: readonly string[]): Promise<void> {
  for (const id of orderIds) {
    const path = `orders/${encodeURIComponent(id)}?environment=live`;
    const { routings } = await hand.ask<OrderHistory>(path);
    const changes = routings[0]!.order.lines.map(({ sku, quantity }) => ({
      sku,
      warehouse_id: 'EWR1',
      change: quantity,
    }));
    const status = await writeAccount(hand.page, 'POST', 'inventory/changes?environment=live', { changes });
    holds(`stock for ${id} is received`, status === 200);
  }
}

const firstRow = ({ page }: Hand) => page.locator('tbody tr').first();

/** The tasks of people, by what they want to know or do. */
export const TASKS: Readonly<Record<string, Task>> = {
  'why-it-ships-so': async (hand) => {
    await hand.find('SO-000042');
    for (const part of ['Lines', 'Shipments', 'History']) await hand.read(part);
    const { routings } = await hand.ask<OrderHistory>('orders/SO-000042?environment=live');
    await hand.read(new RegExp(`^${routings[0]!.result.status}$`));
  },
  'failures-since-yesterday': async (hand) => {
    await hand.click(hand.page.getByRole('link', { name: /not ship in full: not enough stock/ }));
    const count = hand.page.getByText(/^[\d,]+\+? orders, each/);
    await count.waitFor();
    const { search } = new URL(hand.page.url());
    const { orders, more } = await hand.ask<OrderCount>(`order-count${search}&environment=live`);
    const said = (await count.textContent())!;
    holds(said, said.startsWith(`${orders.toLocaleString('en-US')}${more ? '+' : ''} orders`));
  },
  'three-orders-routed-again': async (hand) => {
    await hand.click(hand.page.getByRole('link', { name: /not ship in full: not enough stock/ }));
    const rows = hand.page.locator('tr[data-index]');
    await rows.nth(2).waitFor();
    const ids = (await rows.locator('a[data-opener]').allTextContents()).slice(0, 3);
    await receiveStock(hand, ids);
    await hand.click(rows.nth(0).getByRole('checkbox'));
    await hand.click(rows.nth(2).getByRole('checkbox'), ['Shift']);
    await hand.click(hand.page.getByRole('button', { name: '3 selected' }));
    await hand.click(hand.page.getByRole('menuitem', { name: 'Route these again…' }));
    await hand.click(hand.page.getByRole('button', { name: 'Reroute 3', exact: true }));
    await hand.page.getByRole('heading', { level: 1, name: /^Run #/ }).waitFor();
    await hand.read('completed');
    for (const id of ids) {
      const { orders } = await hand.ask<{ orders: OrderFound[] }>(
        `orders?environment=live&limit=10&q=${encodeURIComponent(id)}`,
      );
      const status = orders.find(({ order_id }) => order_id === id)?.status;
      holds(`${id} ships, it is ${status}`, status === 'FULL' || status === 'SPLIT');
    }
  },
  'capacity-today': async (hand) => {
    await hand.to('Capacity');
    await hand.read(/full/);
    const said = await hand.page.getByText(/^Next ship day /).textContent();
    const { warehouses } = await hand.ask<Capacity>('capacity?environment=live');
    const open = warehouses.filter(({ enabled }) => enabled);
    const next = open.flatMap(({ days }) => days.find(({ ships }) => ships)?.date ?? []).toSorted()[0];
    const onIt = open.flatMap(({ days }) => days.filter(({ date, ships }) => ships && date === next));
    const full = onIt.filter(({ left }) => left === 0);
    holds(said!, said!.endsWith(`: ${full.length} of ${onIt.length} full.`));
  },
  'a-late-order': async (hand) => {
    await hand.click(hand.page.getByRole('link', { name: /arrives? late/ }));
    await hand.click(firstRow(hand));
    const title = await hand.page.getByRole('heading', { level: 1, name: /^Order / }).textContent();
    await hand.read(/days? late/);
    const id = title!.replace('Order ', '');
    const { orders } = await hand.ask<{ orders: OrderFound[] }>(
      `orders?environment=live&late=true&limit=10&q=${encodeURIComponent(id)}`,
    );
    holds(
      `${id} is late`,
      orders.some(({ order_id, late }) => late && order_id === id),
    );
  },
  'cost-of-closing-a-warehouse': async (hand) => {
    await hand.find('disable edison');
    const dialog = hand.page.getByRole('dialog');
    await hand.click(dialog.getByRole('button', { name: 'What would yesterday have been?' }));
    const said = dialog.getByText(/^Without it: [\d,]+ orders? would not have shipped/);
    await said.waitFor({ timeout: 300_000 });
    const text = (await said.textContent())!.replaceAll(',', '');
    const { what_ifs } = await hand.ask<{ what_ifs: WhatIf[] }>('what-ifs?environment=live&limit=1');
    const { draft } = await hand.ask<WhatIf>(`what-ifs/${what_ifs[0]!.what_if_id}?environment=live`);
    holds(
      text,
      text.startsWith(`Without it: ${draft.none_count} order`) &&
        text.includes(` in ${draft.shipments} shipment`),
    );
    const { enabled } = await hand.ask<{ enabled: boolean }>('warehouses/EWR1');
    holds('Edison is still open', enabled);
  },
  'one-product-corrected': async (hand) => {
    await hand.find('PACK-100');
    const correct = hand.page.getByRole('button', { name: /^Correct stock at / }).first();
    const site = (await correct.getAttribute('aria-label'))!.slice('Correct stock at '.length);
    await hand.click(correct);
    await hand.page.getByRole('dialog').getByLabel('Units there are').waitFor();
    await hand.type('77');
    await hand.click(hand.page.getByLabel('Reason'));
    await hand.type('counted');
    await hand.click(hand.page.getByRole('button', { name: 'Set to 77' }));
    await hand.page.getByText(`${site} has 77 units of PACK-100`).waitFor();
    const { warehouses } = await hand.ask<{
      warehouses: { warehouse_name: string; quantity_available: number }[];
    }>('inventory/PACK-100?environment=live');
    const now = warehouses.find(({ warehouse_name }) => warehouse_name === site)?.quantity_available;
    holds(`${site} has ${now} units`, now === 77);
  },
  'a-warehouse-closed-and-opened-again': async (hand) => {
    await hand.find('disable reno');
    await hand.click(hand.page.getByRole('button', { name: 'Disable Reno NV' }));
    await hand.page.getByText(/^Reno NV disabled/).waitFor();
    const enabled = async () => (await hand.ask<{ enabled: boolean }>('warehouses/RNO1')).enabled;
    holds('Reno is closed', !(await enabled()));
    await hand.click(hand.page.getByRole('button', { name: 'Undo' }));
    await hand.page.getByText('Undone.').waitFor();
    holds('Reno is open again', await enabled());
  },
  'verdict-of-a-what-if': async (hand) => {
    await hand.to('What if');
    await hand.click(firstRow(hand));
    await hand.read(/cheaper|dearer|reach/);
    const id = new URL(hand.page.url()).pathname.split('/').at(-1);
    const { baseline, draft } = await hand.ask<WhatIf>(`what-ifs/${id}?environment=live`);
    const figures = hand.page.getByRole('table', { name: 'Main figures' });
    const said = async (name: string) =>
      (await figures.getByRole('row', { name }).getByRole('cell').allTextContents())
        .slice(1, 3)
        .map((text) => Number(text.replaceAll(',', '')));
    for (const [name, of] of [
      ['Shipments', ({ shipments }: WhatIfSide) => shipments],
      ['Units that ship', ({ units_shipped }: WhatIfSide) => units_shipped],
    ] as const) {
      const [now, then] = await said(name);
      holds(`${name} are ${now} and ${then}`, now === of(baseline) && then === of(draft));
    }
  },
};

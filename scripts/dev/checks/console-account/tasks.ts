import type { Locator, Page } from 'playwright-core';

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
    return this.page.evaluate(`fetch('/account/v1/${path}').then((answer) => answer.json())`) as Promise<T>;
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
interface Task {
  /** The actions that it took before this walk was made; null: nobody counted them, or the console did not say it. */
  readonly before: number | null;
  readonly walk: (hand: Hand) => Promise<void>;
}

interface OrderFound {
  readonly order_id: string;
  readonly late: boolean;
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
  readonly draft: { readonly none_count: number; readonly shipments: number };
}

/** Throws unless what the API says is what the console said. */
function holds(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`The API says otherwise: ${what}.`);
}

const firstRow = ({ page }: Hand) => page.locator('tbody tr').first();

/** The tasks of people, by what they want to know or do. */
export const TASKS: Readonly<Record<string, Task>> = {
  'why-it-ships-so': {
    before: 3,
    walk: async (hand) => {
      await hand.find('SO-000042');
      for (const part of ['Lines', 'Shipments', 'History']) await hand.read(part);
    },
  },
  'failures-since-yesterday': {
    before: 8,
    walk: async (hand) => {
      await hand.click(hand.page.getByRole('link', { name: /not ship in full: not enough stock/ }));
      await hand.read(/^[\d,]+\+? orders, each/);
    },
  },
  'three-orders-routed-again': {
    before: null,
    walk: async (hand) => {
      await hand.click(hand.page.getByRole('link', { name: /not ship in full: not enough stock/ }));
      const boxes = hand.page.locator('tr[data-index]').getByRole('checkbox');
      await hand.click(boxes.nth(0));
      await hand.click(boxes.nth(2), ['Shift']);
      await hand.click(hand.page.getByRole('button', { name: '3 selected' }));
      await hand.click(hand.page.getByRole('menuitem', { name: 'Route these again…' }));
      await hand.click(hand.page.getByRole('button', { name: /^Reroute \d/ }));
      await hand.page.getByRole('heading', { level: 1, name: /^Run #/ }).waitFor();
      await hand.read('completed');
      const run = new URL(hand.page.url()).pathname.split('/').at(-1);
      const { orders } = await hand.ask<{ orders: { order_id: string; status: string }[] }>(
        `runs/${run}/decisions?environment=live&limit=10`,
      );
      holds('the run decided the orders that were chosen', orders.length > 0 && orders.length <= 3);
      for (const { order_id, status } of orders) {
        const now = await hand.ask<{ order: unknown; decision: { status: string } }>(
          `orders/${order_id}?environment=live`,
        );
        holds(`${order_id} is ${status}`, JSON.stringify(now).includes(`"${status}"`));
      }
    },
  },
  'capacity-today': {
    before: null,
    walk: async (hand) => {
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
  },
  'a-late-order': {
    before: null,
    walk: async (hand) => {
      await hand.click(hand.page.getByRole('link', { name: /arrives? late/ }));
      await hand.click(firstRow(hand));
      await hand.read(/late/);
      const id = await hand.page.getByRole('heading', { level: 1 }).textContent();
      const { orders } = await hand.ask<{ orders: OrderFound[] }>(
        `orders?environment=live&late=true&limit=10&q=${encodeURIComponent(id!)}`,
      );
      holds(
        `${id} is late`,
        orders.some(({ order_id, late }) => late && id!.includes(order_id)),
      );
    },
  },
  'cost-of-closing-a-warehouse': {
    before: null,
    walk: async (hand) => {
      await hand.find('disable edison');
      const dialog = hand.page.getByRole('dialog');
      await hand.click(dialog.getByRole('button', { name: 'What would yesterday have been?' }));
      const said = dialog.getByText(/^Without it: [\d,]+ orders? would not have shipped/);
      await said.waitFor({ timeout: 120_000 });
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
  },
  'one-product-corrected': {
    before: null,
    walk: async (hand) => {
      await hand.page.goto('/inventory/PACK-100?correct=any');
      await hand.page.getByRole('dialog').waitFor();
      await hand.click(hand.page.getByLabel('Units there are'));
      await hand.type('77');
      await hand.click(hand.page.getByLabel('Reason'));
      await hand.type('counted');
      await hand.click(hand.page.getByRole('button', { name: 'Set to 77' }));
      await hand.page.getByText(/has 77 units of PACK-100/).waitFor();
      const { warehouses } = await hand.ask<{ warehouses: { quantity_available: number }[] }>(
        'inventory/PACK-100?environment=live',
      );
      if (!warehouses.some(({ quantity_available }) => quantity_available === 77))
        throw new Error('The API has another quantity.');
    },
  },
  'a-warehouse-closed-and-opened-again': {
    before: null,
    walk: async (hand) => {
      await hand.find('disable reno');
      await hand.click(hand.page.getByRole('button', { name: 'Disable Reno NV' }));
      await hand.page.getByText(/^Reno NV disabled/).waitFor();
      const enabled = async () => (await hand.ask<{ enabled: boolean }>('warehouses/RNO1')).enabled;
      if (await enabled()) throw new Error('The API still has the warehouse enabled.');
      await hand.click(hand.page.getByRole('button', { name: 'Undo' }));
      await hand.page.getByText('Undone.').waitFor();
      if (!(await enabled())) throw new Error('Undo left the warehouse disabled.');
    },
  },
  'verdict-of-a-what-if': {
    before: null,
    walk: async (hand) => {
      await hand.to('What if');
      await hand.click(firstRow(hand));
      await hand.read(/cheaper|dearer|reach/);
      const id = new URL(hand.page.url()).pathname.split('/').at(-1);
      const { status } = await hand.ask<WhatIf>(`what-ifs/${id}?environment=live`);
      holds('the what-if has ended', status === 'completed');
    },
  },
};

import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import type { Database } from '../../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../../shared/demo/demo-account.ts';
import { generateInventory } from '../../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../../shared/demo/demo-orders.ts';

const DISTINCT_ORDERS = 5000;

/** A client like the demo client. */
export interface DemoTenant {
  readonly slug: string;
  readonly client_id: number;
  /** A live API key. */
  readonly key: string;
}

export async function addDemoTenant(db: Database, slug: string): Promise<DemoTenant> {
  const file = { ...DEMO_ACCOUNT, client: { ...DEMO_ACCOUNT.client, slug } };
  const { client_id, api_keys } = await applyAccountFile(db, parseAccountFile(file), { baseDir: null });
  return { slug, client_id, key: api_keys.find(({ environment }) => environment === 'live')!.key! };
}

/** Stock for so many demo orders, as POST /api/v1/inventory takes it. */
export function demoStock(orders: number): Buffer {
  return Buffer.from(JSON.stringify({ inventory: generateInventory(orders, 1) }));
}

/** Repeats the demo orders without end, each time with new order IDs. */
export class OrderSource {
  readonly #orders: readonly object[];
  readonly #prefix: string;
  #next = 0;

  constructor(seed: number, prefix = `s${seed}`) {
    this.#orders = [...generateOrders(DISTINCT_ORDERS, seed)];
    this.#prefix = prefix;
  }

  /** The next orders as JSON texts. */
  take(count: number): string[] {
    return Array.from({ length: count }, () => {
      const at = this.#next++;
      const order = this.#orders[at % DISTINCT_ORDERS];
      return JSON.stringify({ ...order, external_order_id: `${this.#prefix}-${at}` });
    });
  }

  single(): Buffer {
    return Buffer.from(this.take(1)[0]!);
  }

  batch(count: number): Buffer {
    return Buffer.from(`{"orders":[${this.take(count).join()}]}`);
  }

  ndjson(count: number): Buffer {
    return Buffer.from(this.take(count).join('\n'));
  }
}

import { type AccountFileInput, parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { createAccountToken } from '../../../shared/accounts/account-tokens.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import type { Database } from '../../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../demo/demo-account.ts';
import { generateInventory } from '../../demo/demo-inventory.ts';
import { generateOrders } from '../../demo/demo-orders.ts';

/** A client of a service under test, with API keys and a token of an owner. */
export interface TestClient {
  readonly slug: string;
  readonly client_id: number;
  /** Of the live environment. */
  readonly key: string;
  readonly testKey: string;
  readonly token: string;
}

/** Adds a client like the demo client, without the limits of its plan, and with these parts of its account file changed. */
export async function addClient(
  db: Database,
  slug: string,
  changed: Partial<AccountFileInput> = {},
): Promise<TestClient> {
  const client = { ...DEMO_ACCOUNT.client, plan: 'enterprise', ...changed.client, slug };
  const parsed = parseAccountFile({ ...DEMO_ACCOUNT, ...changed, client });
  const { client_id, api_keys } = await applyAccountFile(db, parsed, { baseDir: null });
  const { token } = await createAccountToken(db.prisma, client_id, { name: 'test', role: 'owner' });
  const keyOf = (wanted: string) => api_keys.find(({ environment }) => environment === wanted)!.key!;
  return { slug, client_id, token, key: keyOf('live'), testKey: keyOf('test') };
}

/** Stock for so many demo orders, as POST /api/v1/inventory takes it. */
export function demoStock(orders: number): Buffer {
  return Buffer.from(JSON.stringify({ inventory: generateInventory(orders, 1) }));
}

const DISTINCT_ORDERS = 5000;

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
  *take(count: number): Generator<string> {
    for (let n = 0; n < count; n++) {
      const at = this.#next++;
      const order = this.#orders[at % DISTINCT_ORDERS];
      yield JSON.stringify({ ...order, external_order_id: `${this.#prefix}-${at}` });
    }
  }

  /** The next orders as newline-delimited JSON. */
  *lines(count: number): Generator<string> {
    for (const order of this.take(count)) yield `${order}\n`;
  }

  single(): Buffer {
    return Buffer.from([...this.take(1)][0]!);
  }

  batch(count: number): Buffer {
    return Buffer.from(`{"orders":[${[...this.take(count)].join()}]}`);
  }
}

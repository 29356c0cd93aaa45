import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../../shared/db/database.ts';
import { reconcile } from '../../../../shared/operations/reconcile/reconcile.ts';
import type { Random } from '../../../demo/random.ts';
import { addClient, type TestClient } from '../../harness/clients.ts';
import { type SentAnswer, sendRequest } from '../../harness/http.ts';

/** What callers of a shop whose stock stays true between syncs do. */
export const STOCK_KINDS = ['order', 'shipped', 'change', 'count', 'confirm', 'release', 'reroute'] as const;
type StockKind = (typeof STOCK_KINDS)[number];

/** A request, sent until it was answered. */
interface StockOperation {
  readonly kind: StockKind;
  unanswered: number;
  answer: SentAnswer | null;
  readonly send: () => Promise<SentAnswer>;
}

const SKUS = Array.from({ length: 12 }, (_, n) => `SHELF-${n}`);
const WAREHOUSES = ['EWR1', 'ATL1'];
const ZIPS = ['10001', '60614', '94105'];
const TIMEOUT_MS = 15_000;
const RETRY_MS = 100;
/** Requests that are repeated with their key at the end. */
const REPEATED = 20;

/** A client whose counts, changes, shipments and holds are under way while faults are made. */
export class StockWorkload {
  readonly operations: StockOperation[] = [];
  readonly #orders: string[] = [];
  #names = 0;
  #attempts = 0;

  private constructor(
    private readonly urls: () => readonly string[],
    private readonly client: TestClient,
    private readonly random: Random,
  ) {}

  static async open(
    db: Database,
    slug: string,
    urls: () => readonly string[],
    random: Random,
  ): Promise<StockWorkload> {
    const client = await addClient(db, slug, { item_controls: [], profiles: [] });
    return new StockWorkload(urls, client, random);
  }

  /** Returns what ends the callers: it resolves when every request is answered. */
  work(): () => Promise<unknown> {
    let isOver = false;
    const again = async (step: () => Promise<unknown>, restMs: number) => {
      do {
        await step();
        await pause(this.random.between(0, restMs));
      } while (!isOver);
    };
    const working = Promise.all([
      ...Array.from({ length: 3 }, () => again(() => this.#order(), 30)),
      again(() => this.#change(), 30),
      again(() => this.#count(), 200),
      again(() => this.#correct(), 20),
      again(() => this.#correct(), 20),
    ]);
    return () => {
      isOver = true;
      return working;
    };
  }

  /** What does not add up, and answers that were another one when their request came again. */
  async violations(db: Database): Promise<string[]> {
    const { differences } = await reconcile(db, { client: this.client.slug });
    const answered = this.operations.filter(({ answer }) => answer?.status === 200);
    const changed: string[] = [];
    for (let n = 0; n < Math.min(REPEATED, answered.length); n += 1) {
      const { kind, answer, send } = this.random.pick(answered);
      const { status, text } = await send();
      if (status === 200 && text !== answer!.text)
        changed.push(`taken back: ${kind} was answered ${answer!.text}, and then ${text}`);
    }
    return [
      ...differences.map((each) => `reconcile: ${each.what}: ${each.expected} expected, ${each.found} found`),
      ...this.operations.flatMap(({ kind, answer }) =>
        answer !== null && answer.status >= 500 ? [`failed: ${kind} was answered ${answer.status}`] : [],
      ),
      ...changed,
    ];
  }

  async #ask(kind: StockKind, path: string, payload: object): Promise<SentAnswer> {
    this.#names += 1;
    const headers = { 'content-type': 'application/json', 'idempotency-key': `${kind}-${this.#names}` };
    const body = Buffer.from(JSON.stringify(payload));
    const caller = { authorization: `Bearer ${this.client.keys.live}` };
    const send = () => {
      const urls = this.urls();
      const base = urls[this.#attempts++ % urls.length]!;
      const request = { method: 'POST', url: `/api/v1/${path}`, headers, body };
      return sendRequest(base, request, caller, { timeoutMs: TIMEOUT_MS });
    };
    const operation: StockOperation = { kind, unanswered: 0, answer: null, send };
    this.operations.push(operation);
    for (;;) {
      const answer = await send();
      if (answer.status > 0 && answer.status !== 503) {
        operation.answer = answer;
        return answer;
      }
      operation.unanswered += 1;
      await pause(RETRY_MS);
    }
  }

  async #order(): Promise<void> {
    this.#names += 1;
    const order_id = `order-${this.#names}`;
    const lines = [{ sku: this.random.pick(SKUS), quantity: this.random.between(1, 3) }];
    const hold = this.random.chance(0.2) ? { hold_minutes: 60 } : {};
    const order = { order_id, destination_zip: this.random.pick(ZIPS), lines, ...hold };
    const { status } = await this.#ask('order', 'orders/route', order);
    if (status === 200) this.#orders.push(order_id);
  }

  async #change(): Promise<void> {
    const change = this.random.chance(0.3) ? -1 : this.random.between(1, 4);
    const pair = { sku: this.random.pick(SKUS), warehouse_id: this.random.pick(WAREHOUSES) };
    await this.#ask('change', 'inventory/changes', { changes: [{ ...pair, change }] });
  }

  /** A count of some pairs, of a moment that may be some time ago. */
  async #count(): Promise<void> {
    const counted_at = new Date(Date.now() - this.random.between(0, 3000)).toISOString();
    const pairs = SKUS.flatMap((sku) => WAREHOUSES.map((warehouse_id) => ({ sku, warehouse_id })));
    const inventory = pairs
      .filter(() => this.random.chance(0.4))
      .map((pair) => ({ ...pair, quantity_available: this.random.between(0, 12) }));
    if (inventory.length > 0) await this.#ask('count', 'inventory', { counted_at, inventory });
  }

  async #correct(): Promise<void> {
    if (this.#orders.length === 0) return void (await pause(RETRY_MS));
    const order = this.random.pick(this.#orders);
    const kind = this.random.pick(['shipped', 'shipped', 'confirm', 'release', 'reroute'] as const);
    await this.#ask(kind, `orders/${order}/${kind}`, {});
  }
}

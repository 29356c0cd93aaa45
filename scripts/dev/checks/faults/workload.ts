import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../../shared/db/database.ts';
import { reconcile } from '../../../../shared/operations/reconcile/reconcile.ts';
import type { WebhookReceiver } from '../../../../shared/testing/webhook-receiver.ts';
import { DEMO_ACCOUNT } from '../../../demo/demo-account.ts';
import type { Random } from '../../../demo/random.ts';
import { addClient, type TestClient } from '../../harness/clients.ts';
import { type SentAnswer, sendRequest } from '../../harness/http.ts';
import { checkEvents, EVENTS } from './check-events.ts';
import {
  cell,
  checkAgain,
  checkHistory,
  type HistoryOperation,
  isBackground,
  type OperationKind,
} from './check-history.ts';
import { readState } from './read-state.ts';

/** The setting that callers change: it decides how many shipments an order may have. */
const SETTING = 'max_shipments';

const SKUS = Array.from({ length: 30 }, (_, n) => `SCARCE-${n}`);
const WAREHOUSES = DEMO_ACCOUNT.warehouses
  .filter(({ enabled }) => enabled)
  .map(({ warehouse_id }) => warehouse_id);
/** So few that days get full: then some warehouses are skipped, and others ship on later days. */
const PLACES_A_DAY = 60;
const LIMITED_WAREHOUSES = DEMO_ACCOUNT.warehouses.map((warehouse, n) => ({
  ...warehouse,
  ...(n % 2 === 0 && { calendar: { time_zone: 'America/New_York', cut_off: '15:00' } }),
  capacity: {
    shipments_per_day: PLACES_A_DAY,
    when_full: n % 2 === 0 ? ('later' as const) : ('skip' as const),
  },
}));
const ZIPS = ['10001', '60614', '94105', '77002', '30303', '98101', '33101', '80202'];
/** A large one is decided in a thread. */
const ORDERS_OF_A_BATCH = [20, 20, 20, 800];
/** Most runs are short. Some have several chunks, so that a fault meets them in each of their phases. */
const ORDERS_OF_A_RUN = [300, 300, 300, 300, 6000];
/** Rows of an upload that nobody orders. They make the upload long enough to be interrupted. */
const FILLERS = 12_000;
/** After this time a caller ends an attempt, and sends its request again. */
const TIMEOUT_MS = 15_000;
const RETRY_MS = 100;

/** Requests that are repeated with their key before the history is checked. */
const REPEATED = 20;
/** What takes longer after the one before it has ended is stuck. */
const STUCK_AFTER_MS = 180_000;
const ENDED = new Set(['completed', 'failed', 'cancelled']);

const SHELF_SKUS = Array.from({ length: 12 }, (_, n) => `SHELF-${n}`);
const SHELF_WAREHOUSES = ['EWR1', 'ATL1'];

/** What callers do, by scenario: all of it; all, with orders improved together; or only what keeps stock true between syncs. */
export const SCENARIOS = {
  all: ['single', 'batch', 'run', 'sync', 'upload', 'reroute', 'release', 'configuration', 'what-if'],
  window: ['single', 'batch', 'run', 'sync', 'upload', 'reroute', 'release', 'configuration', 'what-if'],
  stock: ['single', 'shipped', 'change', 'count', 'confirm', 'release', 'reroute'],
} as const satisfies Readonly<Record<string, readonly OperationKind[]>>;
export type Scenario = keyof typeof SCENARIOS;

/** What is noted of a request, and the type of its body. */
interface Asked extends Partial<Pick<HistoryOperation, 'key' | 'orders' | 'quantities'>> {
  readonly type?: string;
}

interface WorkloadOptions {
  readonly receiver?: WebhookReceiver | null;
  readonly scenario?: Scenario;
}

const IMPROVED = { batch_optimization: 'improve', batch_max_days_later: null } as const;

/** A client of the service with little stock, its callers, and the history of their requests. */
export class Workload {
  /** In the order in which they began. */
  readonly operations: HistoryOperation[] = [];
  /** Order IDs that were answered, and may be corrected. */
  readonly #correctable: string[] = [];
  /** The requests by key, to be sent again. */
  readonly #sent = new Map<string, () => Promise<SentAnswer>>();
  /** How many keys and order IDs were used. */
  #names = 0;
  #attempts = 0;

  private constructor(
    private readonly urls: () => readonly string[],
    private readonly client: TestClient,
    private readonly random: Random,
    private readonly receiver: WebhookReceiver | null,
    private readonly scenario: Scenario,
  ) {}

  /**
   * Adds the client `slug`. Attempts go to the APIs of `urls` in turn, and its events to the receiver.
   */
  static async open(
    db: Database,
    slug: string,
    urls: () => readonly string[],
    random: Random,
    { receiver = null, scenario = 'all' }: WorkloadOptions = {},
  ): Promise<Workload> {
    const rules = { item_controls: [], profiles: [] };
    if (scenario === 'stock')
      return new Workload(urls, await addClient(db, slug, rules), random, null, scenario);
    const webhooks = receiver === null ? [] : [{ url: `${receiver.url}/${slug}`, events: EVENTS }];
    const settings = { ...DEMO_ACCOUNT.settings, ...(scenario === 'window' && IMPROVED) };
    const account = { ...rules, webhooks, settings, warehouses: LIMITED_WAREHOUSES };
    return new Workload(urls, await addClient(db, slug, account), random, receiver, scenario);
  }

  /**
   * From now on each caller sends one request after another, and each request until it is answered. Returns what ends
   * them: it resolves when every request is answered.
   */
  work(): () => Promise<unknown> {
    let isOver = false;
    const again = async (step: () => Promise<unknown>, restMs: number) => {
      do {
        await step();
        await pause(this.random.between(0, restMs));
      } while (!isOver);
    };
    const singles = Array.from({ length: 3 }, () => again(() => this.#route(1), 30));
    const others =
      this.scenario === 'stock'
        ? [
            again(() => this.#change(), 30),
            again(() => this.#count(), 200),
            again(() => this.#move(), 20),
            again(() => this.#move(), 20),
          ]
        : [
            again(() => this.#route(this.random.pick(ORDERS_OF_A_BATCH)), 60),
            again(() => this.#correct(), 30),
            again(() => (this.random.chance(0.5) ? this.#sync() : this.#upload()), 300),
            again(() => this.#submitRun(), 500),
            again(() => this.#configure(), 200),
            again(() => this.#whatIf(), 1500),
          ];
    const working = Promise.all([...singles, ...others]);
    return () => {
      isOver = true;
      return working;
    };
  }

  /** Waits until each accepted run has ended and each event is sent, and returns the promises that the service did not keep. */
  async violations(db: Database): Promise<string[]> {
    await this.#untilAllEnded();
    const again = await this.#repeat();
    const { differences } = await reconcile(db, { client: this.client.slug });
    const adds = differences.map(
      (each) => `reconcile: ${each.what}: ${each.expected} expected, ${each.found} found`,
    );
    if (this.scenario === 'stock') return [...adds, ...checkAgain(this.operations, again)];
    const state = await readState(db.pool, this.client.client_id, SETTING);
    const { rows: overfull } = await db.pool.query<{ what: string }>(
      `SELECT format('%s shipments leave warehouse %s on %s', taken, warehouse_id, day) AS what
       FROM places_taken p JOIN ledgers l ON l.id = p.ledger_id WHERE l.client_id = $1 AND taken > $2`,
      [this.client.client_id, PLACES_A_DAY],
    );
    return [
      ...checkHistory(this.operations, state, again),
      ...(this.receiver ? await checkEvents(db, this.client, this.receiver) : []),
      ...overfull.map(({ what }) => `more than ${PLACES_A_DAY} places: ${what}`),
      ...adds,
    ];
  }

  /** Sends some answered requests again, with their keys. Returns the answers by key. */
  async #repeat(): Promise<Map<string, string>> {
    // Background work is shown as it is now, a change of the configuration has no key, and what was refused is tried again.
    const answered = this.operations.filter(
      ({ key, kind, answer }) => answer?.status === 200 && kind !== 'configuration' && this.#sent.has(key),
    );
    const again = new Map<string, string>();
    for (let n = 0; n < Math.min(REPEATED, answered.length); n += 1) {
      const { key } = this.random.pick(answered);
      const { headers, text } = await this.#sent.get(key)!();
      if (headers['idempotent-replayed'] === 'true') again.set(key, text);
    }
    return again;
  }

  async #untilAllEnded(): Promise<void> {
    for (const { kind, answer } of this.operations) {
      if (!isBackground(kind) || answer?.status !== 202) continue;
      const deadline = Date.now() + STUCK_AFTER_MS;
      const { routing_run_id, what_if_id } = JSON.parse(answer.text) as Record<string, number>;
      const path = kind === 'run' ? `/api/v1/runs/${routing_run_id}` : `/api/v1/what-ifs/${what_if_id}`;
      for (;;) {
        const { status, text } = await this.#send('GET', path);
        if (status === 200 && ENDED.has(JSON.parse(text).status)) break;
        if (Date.now() > deadline) throw new Error(`${path} is ${text} after ${STUCK_AFTER_MS / 1000} s.`);
        await pause(50);
      }
    }
  }

  #send(
    method: string,
    url: string,
    headers: Readonly<Record<string, string>> = {},
    body: Buffer | null = null,
    secret = this.client.keys.live,
  ): Promise<SentAnswer> {
    const urls = this.urls();
    const base = urls[this.#attempts++ % urls.length]!;
    const caller = { authorization: `Bearer ${secret}` };
    return sendRequest(base, { method, url, headers, body }, caller, { timeoutMs: TIMEOUT_MS });
  }

  #name(prefix: string): string {
    this.#names += 1;
    return `${prefix}-${this.#names}`;
  }

  /** Sends a request until it is answered. After 5xx it is sent again, with the same key. */
  async #untilAnswered(
    what: Omit<HistoryOperation, 'unanswered' | 'answer'>,
    send: () => Promise<SentAnswer>,
  ): Promise<HistoryOperation> {
    const operation: HistoryOperation = { ...what, unanswered: 0, answer: null };
    this.operations.push(operation);
    this.#sent.set(operation.key, send);
    for (;;) {
      const { status, headers, text } = await send();
      if (status > 0 && status < 500) {
        operation.answer = { status, text };
        return operation;
      }
      // No answer: whether the request took effect is not known.
      if (status > 0 && (status !== 503 || !('retry-after' in headers)))
        operation.failure = `${status} ${text.slice(0, 200)}`;
      operation.unanswered += 1;
      await pause(RETRY_MS);
    }
  }

  #newOrder() {
    const isStock = this.scenario === 'stock';
    const skus = isStock ? SHELF_SKUS : SKUS;
    const line = (quantity: number) => ({ sku: this.random.pick(skus), quantity, unit_value: 20 });
    return {
      ...(isStock && this.random.chance(0.2) && { hold_minutes: 60 }),
      order_id: this.#name('order'),
      destination_zip: this.random.pick(ZIPS),
      lines: [line(this.random.between(1, 3)), ...(this.random.chance(0.5) ? [line(1)] : [])],
    };
  }

  /** Sends a request with a new key until it is answered, and notes it. A text is sent as it is. */
  #ask(
    kind: HistoryOperation['kind'],
    path: string,
    body: string | object,
    { type = 'application/json', ...about }: Asked = {},
  ) {
    const key = about.key ?? this.#name(kind);
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return this.#untilAnswered({ orders: [], ...about, kind, key }, () =>
      this.#send('POST', path, { 'content-type': type, 'idempotency-key': key }, bytes),
    );
  }

  async #route(count: number): Promise<void> {
    const orders = Array.from({ length: count }, () => this.#newOrder());
    const ids = orders.map(({ order_id }) => order_id);
    const { answer } = await (count === 1
      ? this.#ask('single', '/api/v1/orders/route', orders[0]!, { orders: ids })
      : this.#ask('batch', '/api/v1/orders/batch-route', { orders }, { orders: ids }));
    if (answer?.status === 200) this.#correctable.push(...ids);
  }

  /** Routes an answered order again, or releases it. One at a time, because of two on one order nobody knows which was last. */
  async #correct(): Promise<void> {
    if (this.#correctable.length === 0) return;
    const order = this.random.pick(this.#correctable);
    const kind = this.random.chance(0.4) ? 'release' : 'reroute';
    const reroute = () => ({
      exclude_warehouse_ids: [this.random.pick(WAREHOUSES)],
      unless_worse: this.random.chance(0.3),
    });
    const body = kind === 'release' ? {} : reroute();
    await this.#ask(kind, `/api/v1/orders/${order}/${kind}`, body, { orders: [order] });
  }

  /** Units of most SKUs in most warehouses. */
  #quantities(): Map<string, number> {
    const cells = SKUS.flatMap((sku) => WAREHOUSES.map((warehouse) => cell(sku, warehouse)));
    const chosen = cells.filter(() => this.random.chance(0.7));
    return new Map(chosen.map((place) => [place, this.random.between(0, 3)]));
  }

  async #sync(): Promise<void> {
    const [key, quantities] = [this.#name('sync'), this.#quantities()];
    const inventory = [...quantities].map(([place, quantity_available]) => {
      const [sku, warehouse_id] = place.split(' ');
      return { sku, warehouse_id, quantity_available };
    });
    await this.#ask('sync', '/api/v1/inventory', { source_name: key, inventory }, { key, quantities });
  }

  async #upload(): Promise<void> {
    const [key, quantities] = [this.#name('upload'), this.#quantities()];
    for (let n = 0; n < FILLERS; n += 1)
      quantities.set(cell(`FILLER-${n}`, WAREHOUSES[0]!), this.random.between(0, 9));
    const rows = [...quantities].map(([place, quantity]) => `${place.replace(' ', ',')},${quantity}`);
    const body = ['sku,warehouse_id,quantity_available', ...rows].join('\n');
    const path = `/api/v1/inventory/uploads?source_name=${key}`;
    await this.#ask('upload', path, body, { key, quantities, type: 'text/csv' });
  }

  async #submitRun(): Promise<void> {
    const orders = Array.from({ length: this.random.pick(ORDERS_OF_A_RUN) }, () => this.#newOrder());
    const ids = orders.map(({ order_id }) => order_id);
    const body = orders.map((order) => JSON.stringify(order)).join('\n');
    await this.#ask('run', '/api/v1/runs', body, { orders: ids, type: 'application/x-ndjson' });
  }

  async #configure(): Promise<void> {
    const [key, value] = [this.#name('configuration'), this.random.between(2, 6)];
    const headers = { 'content-type': 'application/json' };
    const body = Buffer.from(JSON.stringify({ [SETTING]: value }));
    await this.#untilAnswered({ kind: 'configuration', key, orders: [], value }, () =>
      this.#send('PATCH', '/account/v1/settings', headers, body, this.client.token),
    );
  }

  /** Asks what an empty draft would change of a short run that was accepted: nothing. */
  async #whatIf(): Promise<void> {
    const runs = this.operations.filter(
      ({ kind, orders, answer }) =>
        kind === 'run' && orders.length === Math.min(...ORDERS_OF_A_RUN) && answer?.status === 202,
    );
    if (runs.length === 0) return;
    const { routing_run_id } = JSON.parse(this.random.pick(runs).answer!.text) as { routing_run_id: number };
    await this.#ask('what-if', '/api/v1/what-ifs', { orders: { routing_run_id }, draft: {} });
  }

  async #change(): Promise<void> {
    const change = this.random.chance(0.3) ? -1 : this.random.between(1, 4);
    const pair = { sku: this.random.pick(SHELF_SKUS), warehouse_id: this.random.pick(SHELF_WAREHOUSES) };
    await this.#ask('change', '/api/v1/inventory/changes', { changes: [{ ...pair, change }] });
  }

  /** A count of some pairs, of a moment that may be some time ago. */
  async #count(): Promise<void> {
    const counted_at = new Date(Date.now() - this.random.between(0, 3000)).toISOString();
    const pairs = SHELF_SKUS.flatMap((sku) =>
      SHELF_WAREHOUSES.map((warehouse_id) => ({ sku, warehouse_id })),
    );
    const inventory = pairs
      .filter(() => this.random.chance(0.4))
      .map((pair) => ({ ...pair, quantity_available: this.random.between(0, 12) }));
    if (inventory.length > 0) await this.#ask('count', '/api/v1/inventory', { counted_at, inventory });
  }

  /** What becomes of an answered order, several at a time also of one order. */
  async #move(): Promise<void> {
    if (this.#correctable.length === 0) return void (await pause(RETRY_MS));
    const order = this.random.pick(this.#correctable);
    const kind = this.random.pick(['shipped', 'shipped', 'confirm', 'release', 'reroute'] as const);
    await this.#ask(kind, `/api/v1/orders/${order}/${kind}`, {});
  }
}

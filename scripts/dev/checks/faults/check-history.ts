/** What a caller does. */
export type OperationKind =
  | 'single'
  | 'batch'
  | 'run'
  | 'sync'
  | 'upload'
  | 'reroute'
  | 'release'
  | 'configuration'
  | 'what-if'
  | 'shipped'
  | 'change'
  | 'count'
  | 'confirm';

/** One request of a caller, sent until it was answered. */
export interface HistoryOperation {
  readonly kind: OperationKind;
  readonly key: string;
  /** Order IDs: new ones, or the ID of the order that is corrected. */
  readonly orders: readonly string[];
  /** Of a sync, units by `cell`. */
  readonly quantities?: ReadonlyMap<string, number>;
  /** Of a change of the configuration: the setting's new value. */
  readonly value?: number;
  /** How often it was sent without an answer. */
  unanswered: number;
  /** The last answer of the server's own fault that is not "try again": any 5xx but 503. */
  failure?: string;
  answer: { readonly status: number; readonly text: string } | null;
}

/** SKU and warehouse. */
export const cell = (sku: string, warehouse: string) => `${sku} ${warehouse}`;

/** A decision as the database has it. */
export interface StoredDecision {
  readonly id: number;
  readonly status: string;
  /** Units shipped by `cell`. */
  readonly shipped: ReadonlyMap<string, number>;
  /** Whether its units are reserved now. */
  readonly holds: boolean;
}

/** What the database of the service contains when no request is under way. */
export interface StoredState {
  /** By order ID, the latest one last. An order without a decision has none. */
  readonly decisions: ReadonlyMap<string, readonly StoredDecision[]>;
  readonly runs: ReadonlyMap<number, { readonly status: string; readonly orders: number }>;
  /** Of what-ifs with an empty draft: their state, and whether both sides are the same and have all orders. */
  readonly whatIfs: ReadonlyMap<number, { readonly status: string; readonly is_same: boolean }>;
  /** Source names of the syncs, in the order in which they were taken. */
  readonly syncs: readonly string[];
  readonly stock_epoch: number;
  /** Units reserved by the decisions of each stock epoch, by `cell`. */
  readonly promised: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** Units by `cell`. */
  readonly stock: ReadonlyMap<string, number>;
  /** The setting that callers change. */
  readonly setting: number | null;
}

/**
 * Compares the callers' answers with what the service has saved, as Jepsen's checker `total-queue` does: each accepted
 * order has one decision. That what is saved adds up is for `reconcile` to check. `again` has the answers to repeated
 * requests, by their Idempotency-Key. Returns the promises that the service did not keep: a kind, a colon and what it is
 * about.
 */
export function checkHistory(
  operations: readonly HistoryOperation[],
  state: StoredState,
  again: ReadonlyMap<string, string> = new Map(),
): string[] {
  const last = operations.filter((each) => each.kind === 'configuration' && isDone(each)).at(-1);
  return [
    ...operations.flatMap((operation) => checkAnswers(operation, state, again)),
    ...checkOrders(operations, state),
    ...checkSyncs(operations, state),
    ...checkUnits(operations, state),
    ...listed([
      last !== undefined && last.value !== state.setting,
      `taken back: the setting was answered as ${last?.value} and is ${state.setting}`,
    ]),
  ];
}

/** Of operations that may be refused: faults of the service, and answers that were another one when their request came again. */
export function checkAgain(
  operations: readonly HistoryOperation[],
  again: ReadonlyMap<string, string>,
): string[] {
  return operations.flatMap(({ kind, key, answer, failure }) => {
    const repeated = again.get(key);
    return listed(
      [failure !== undefined, `failed: ${kind} ${key} was answered ${failure}`],
      [answer === null, `unanswered: ${kind} ${key} never had an answer`],
      [
        repeated !== undefined && repeated !== answer?.text,
        `taken back: ${kind} ${key} was answered ${answer?.text}, and then ${repeated}`,
      ],
    );
  });
}

/** The sentences of which the condition holds. */
function listed(...sentences: readonly (readonly [isWrong: boolean, sentence: string])[]): string[] {
  return sentences.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence);
}

/** What is answered where nothing is done and nothing is wrong: a worse route, or as many what-ifs as may be. */
const DECLINED: { readonly [Kind in OperationKind]?: number } = { reroute: 409, 'what-if': 429 };

/** What goes on after its answer. */
export const isBackground = (kind: OperationKind) => kind === 'run' || kind === 'what-if';

/** Whether the operation took effect. A reroute that would be worse is answered 409, and does nothing. */
const isDone = ({ kind, answer }: HistoryOperation) => answer?.status === (isBackground(kind) ? 202 : 200);

interface OrderAnswer {
  readonly order_id: string;
  readonly routing_decision_id: number;
  readonly status: string;
  readonly shipments: readonly {
    readonly selected_warehouse: { readonly warehouse_id: string };
    readonly lines: readonly { readonly sku: string; readonly ship_qty: number }[];
  }[];
}

/** The answers to one request: as a fault of the service, at last, and when it was repeated. */
function checkAnswers(
  operation: HistoryOperation,
  state: StoredState,
  again: ReadonlyMap<string, string>,
): string[] {
  const { kind, key, answer, failure } = operation;
  // A fault around the service is answered 503 with Retry-After, which says to send the same request again.
  const failed = failure === undefined ? [] : [`failed: ${kind} ${key} was answered ${failure}`];
  if (answer === null) return [...failed, `unanswered: ${kind} ${key} never had an answer`];
  const text = answer.text.slice(0, 200);
  const isRefused = !isDone(operation) && answer.status !== DECLINED[kind];
  const repeated = again.get(key) ?? answer.text;
  return [
    ...failed,
    ...listed(
      [isRefused, `refused: ${kind} ${key} was answered ${answer.status}: ${text}`],
      [repeated !== answer.text, `taken back: ${kind} ${key} was answered ${text}, and then ${repeated}`],
    ),
    ...(isDone(operation) ? checkStored(operation, answer.text, state) : []),
  ];
}

/** What was answered must be what is stored. */
function checkStored({ kind, orders }: HistoryOperation, text: string, state: StoredState): string[] {
  if (kind === 'run') {
    const { routing_run_id: id } = JSON.parse(text) as { routing_run_id: number };
    const run = state.runs.get(id);
    const isWhole = run?.status === 'completed' && run.orders === orders.length;
    const found = run === undefined ? 'gone' : `${run.status} with ${run.orders}`;
    return listed([!isWhole, `lost: run ${id} was accepted with ${orders.length} orders and is ${found}`]);
  }
  if (kind === 'what-if') {
    const { what_if_id: id } = JSON.parse(text) as { what_if_id: number };
    const whatIf = state.whatIfs.get(id);
    return listed(
      [whatIf?.status !== 'completed', `lost: what-if ${id} was accepted and is ${whatIf?.status ?? 'gone'}`],
      [
        whatIf?.is_same === false,
        `invented: what-if ${id} has changes or lacks orders, and its draft is empty`,
      ],
    );
  }
  if (kind !== 'single' && kind !== 'batch' && kind !== 'reroute') return [];
  const { results } = JSON.parse(text) as { results: readonly OrderAnswer[] };
  return results.flatMap(({ order_id, routing_decision_id: id, status, shipments }) => {
    const stored = state.decisions.get(order_id)?.find((each) => each.id === id);
    if (stored === undefined) return [`lost: decision ${id} on ${order_id} was answered and is gone`];
    const units = new Map<string, number>();
    for (const { selected_warehouse, lines } of shipments) {
      for (const { sku, ship_qty } of lines) {
        const place = cell(sku, selected_warehouse.warehouse_id);
        units.set(place, (units.get(place) ?? 0) + ship_qty);
      }
    }
    const isSame =
      stored.status === status &&
      units.size === stored.shipped.size &&
      [...units].every(([place, count]) => stored.shipped.get(place) === count);
    return listed([!isSame, `taken back: decision ${id} on ${order_id} was answered otherwise than stored`]);
  });
}

const ROUTES = new Set(['single', 'batch', 'run', 'reroute']);

/** Each order that was accepted has one decision, and one more for each time that it was routed again. */
function checkOrders(operations: readonly HistoryOperation[], { decisions }: StoredState): string[] {
  const wanted = new Map<string, number>();
  const released = new Set<string>();
  for (const { kind, orders } of operations.filter(isDone)) {
    if (kind === 'release') released.add(orders[0]!);
    if (kind === 'reroute') released.delete(orders[0]!);
    if (!ROUTES.has(kind)) continue;
    for (const order of orders) wanted.set(order, (wanted.get(order) ?? 0) + 1);
  }
  return [...new Set([...wanted.keys(), ...decisions.keys()])].flatMap((order) => {
    const made = decisions.get(order) ?? [];
    const count = wanted.get(order) ?? 0;
    const holds = made.some((each) => each.holds);
    return listed(
      [made.length < count, `lost: ${order} has ${made.length} decisions of ${count}`],
      [count > 0 && made.length > count, `duplicated: ${order} has ${made.length} decisions, not ${count}`],
      [count === 0, `invented: ${order} was never accepted`],
      [holds && released.has(order), `taken back: ${order} was released and holds units`],
    );
  });
}

function checkSyncs(operations: readonly HistoryOperation[], { syncs, stock_epoch }: StoredState): string[] {
  const sent = operations.filter(({ kind }) => kind === 'sync' || kind === 'upload');
  const keys = new Set(sent.map(({ key }) => key));
  return [
    ...sent.flatMap((operation) => {
      const times = syncs.filter((name) => name === operation.key).length;
      return listed(
        [times === 0 && isDone(operation), `lost: the sync ${operation.key} was answered and is gone`],
        [times > 1, `duplicated: the sync ${operation.key} was taken ${times} times`],
      );
    }),
    ...syncs.filter((name) => !keys.has(name)).map((name) => `invented: the sync ${name} was never sent`),
    ...listed([stock_epoch !== syncs.length, `units: ${syncs.length} syncs, but stock epoch ${stock_epoch}`]),
  ];
}

/** The nth sync began the nth stock epoch. Orders of that epoch may use the quantities of this sync and of those before it. */
function checkUnits(
  operations: readonly HistoryOperation[],
  { syncs, promised, stock }: StoredState,
): string[] {
  const contents = new Map(operations.map((each) => [each.key, each.quantities]));
  const quantities = new Map<string, number>();
  const violations: string[] = [];
  for (const [index, name] of syncs.entries()) {
    for (const [place, quantity] of contents.get(name) ?? []) quantities.set(place, quantity);
    for (const [place, units] of promised.get(index + 1) ?? []) {
      const there = quantities.get(place) ?? 0;
      const what = `epoch ${index + 1}: ${units} units of ${place} promised, ${there} there`;
      violations.push(...listed([units > there, `units: ${what}`]));
    }
  }
  for (const [place, quantity] of stock) {
    const synced = quantities.get(place) ?? 0;
    const what = `${place} has ${quantity} units; the syncs say ${synced}`;
    violations.push(...listed([quantity !== synced, `units: ${what}`]));
  }
  return violations;
}

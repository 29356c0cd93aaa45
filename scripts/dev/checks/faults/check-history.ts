import { cell, type History, type HistoryOperation } from './history.ts';

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
  /** By order ID, in the order in which they were committed. An order without a decision has none. */
  readonly decisions: ReadonlyMap<string, readonly StoredDecision[]>;
  readonly runs: ReadonlyMap<number, { readonly status: string; readonly orders: number }>;
  /** Source names of the syncs, in the order in which they were taken. */
  readonly syncs: readonly string[];
  readonly stock_epoch: number;
  /** Units reserved by the decisions of each stock epoch, by `cell`. */
  readonly promised: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly stock: ReadonlyMap<string, { readonly quantity: number; readonly reserved: number }>;
  readonly usage: number;
  /** The setting that callers change. */
  readonly setting: number | null;
}

export type ViolationKind =
  | 'unanswered'
  | 'refused'
  | 'failed'
  | 'lost'
  | 'duplicated'
  | 'invented'
  | 'taken back'
  | 'units'
  | 'usage';

/** A promise that the service did not keep. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly what: string;
}

/**
 * Compares the callers' answers with what the service has saved, as Jepsen's checker `total-queue` does: each accepted
 * order has one decision. `again` has the answers to repeated requests, by their
 * Idempotency-Key.
 */
export function checkHistory(
  { operations }: Pick<History, 'operations'>,
  state: StoredState,
  again: ReadonlyMap<string, string> = new Map(),
): Violation[] {
  return [
    ...operations.flatMap(checkFailure),
    ...operations.flatMap((operation) => checkAnswer(operation, state)),
    ...operations.flatMap((operation) => checkRepeated(operation, again)),
    ...checkOrders(operations, state),
    ...checkSyncs(operations, state),
    ...checkUnits(operations, state),
    ...checkUsage(operations, state),
    ...checkSetting(operations, state),
  ];
}

const ACCEPTED = { run: 202 } as Partial<Record<HistoryOperation['kind'], number>>;

/** Whether the operation took effect. A reroute that would be worse is answered 409, and does nothing. */
function isDone({ kind, answer }: HistoryOperation): boolean {
  return answer?.status === (ACCEPTED[kind] ?? 200);
}

interface OrderAnswer {
  readonly order_id: string;
  readonly routing_decision_id: number;
  readonly status: string;
  readonly shipments: readonly {
    readonly selected_warehouse: { readonly warehouse_id: string };
    readonly lines: readonly { readonly sku: string; readonly ship_qty: number }[];
  }[];
}

/** A fault around the service is answered 503 with Retry-After, which says to send the same request again. */
function checkFailure({ kind, key, failure }: HistoryOperation): Violation[] {
  return failure === undefined ? [] : [{ kind: 'failed', what: `${kind} ${key} was answered ${failure}` }];
}

function checkAnswer(operation: HistoryOperation, state: StoredState): Violation[] {
  const { kind, key, answer } = operation;
  if (answer === null) return [{ kind: 'unanswered', what: `${kind} ${key} never had an answer` }];
  if (!isDone(operation)) {
    if (kind === 'reroute' && answer.status === 409) return [];
    return [
      { kind: 'refused', what: `${kind} ${key} was answered ${answer.status}: ${answer.text.slice(0, 200)}` },
    ];
  }
  if (kind === 'run') return checkRun(operation, state);
  if (kind !== 'single' && kind !== 'batch' && kind !== 'reroute') return [];
  const { results } = JSON.parse(answer.text) as { results: readonly OrderAnswer[] };
  return results.flatMap((result) => checkDecision(result, state));
}

function checkRun({ key, answer, orders }: HistoryOperation, state: StoredState): Violation[] {
  const { routing_run_id } = JSON.parse(answer!.text) as { routing_run_id: number };
  const run = state.runs.get(routing_run_id);
  if (run === undefined)
    return [{ kind: 'lost', what: `run ${routing_run_id} (${key}) was accepted and is gone` }];
  if (run.status === 'completed' && run.orders === orders.length) return [];
  return [
    {
      kind: 'lost',
      what: `run ${routing_run_id} was accepted with ${orders.length} orders and is ${run.status} with ${run.orders}`,
    },
  ];
}

/** The answer on an order must be the stored decision. */
function checkDecision(answered: OrderAnswer, state: StoredState): Violation[] {
  const { order_id, routing_decision_id: id } = answered;
  const stored = state.decisions.get(order_id)?.find((each) => each.id === id);
  if (stored === undefined)
    return [{ kind: 'lost', what: `decision ${id} on ${order_id} was answered and is gone` }];
  const units = new Map<string, number>();
  for (const { selected_warehouse, lines } of answered.shipments) {
    for (const { sku, ship_qty } of lines) {
      const place = cell(sku, selected_warehouse.warehouse_id);
      units.set(place, (units.get(place) ?? 0) + ship_qty);
    }
  }
  const isSame =
    stored.status === answered.status &&
    units.size === stored.shipped.size &&
    [...units].every(([place, count]) => stored.shipped.get(place) === count);
  return isSame
    ? []
    : [
        {
          kind: 'taken back',
          what: `decision ${id} on ${order_id} was answered otherwise than it is stored`,
        },
      ];
}

function checkRepeated(
  { kind, key, answer }: HistoryOperation,
  again: ReadonlyMap<string, string>,
): Violation[] {
  const repeated = again.get(key);
  if (repeated === undefined || repeated === answer?.text) return [];
  return [
    {
      kind: 'taken back',
      what: `${kind} ${key} was answered ${answer?.text.slice(0, 200)}, and when repeated ${repeated.slice(0, 200)}`,
    },
  ];
}

/** Each order that was accepted has one decision, and one more for each time that it was routed again. */
function checkOrders(operations: readonly HistoryOperation[], { decisions }: StoredState): Violation[] {
  const wanted = new Map<string, number>();
  const released = new Set<string>();
  for (const operation of operations) {
    if (!isDone(operation)) continue;
    const { kind, orders } = operation;
    if (kind === 'release') released.add(orders[0]!);
    if (kind === 'reroute') released.delete(orders[0]!);
    if (kind === 'release' || kind === 'sync' || kind === 'upload' || kind === 'configuration') continue;
    for (const order of orders) wanted.set(order, (wanted.get(order) ?? 0) + 1);
  }
  const violations: Violation[] = [];
  for (const [order, count] of wanted) {
    const found = decisions.get(order)?.length ?? 0;
    if (found < count) violations.push({ kind: 'lost', what: `${order} has ${found} decisions of ${count}` });
    if (found > count)
      violations.push({ kind: 'duplicated', what: `${order} has ${found} decisions, not ${count}` });
  }
  for (const [order, made] of decisions) {
    if (!wanted.has(order)) violations.push({ kind: 'invented', what: `${order} was never accepted` });
    const holding = made.filter(({ holds }) => holds).length;
    if (holding > 1) violations.push({ kind: 'units', what: `${holding} decisions on ${order} hold units` });
    if (holding > 0 && released.has(order)) {
      violations.push({ kind: 'taken back', what: `${order} was released and holds units` });
    }
  }
  return violations;
}

function checkSyncs(
  operations: readonly HistoryOperation[],
  { syncs, stock_epoch }: StoredState,
): Violation[] {
  const violations: Violation[] = [];
  const sent = new Set<string>();
  for (const operation of operations) {
    if (operation.kind !== 'sync' && operation.kind !== 'upload') continue;
    sent.add(operation.key);
    const times = syncs.filter((name) => name === operation.key).length;
    if (times === 0 && isDone(operation)) {
      violations.push({ kind: 'lost', what: `the sync ${operation.key} was answered and is gone` });
    }
    if (times > 1)
      violations.push({ kind: 'duplicated', what: `the sync ${operation.key} was taken ${times} times` });
  }
  for (const name of syncs) {
    if (!sent.has(name)) violations.push({ kind: 'invented', what: `the sync ${name} was never sent` });
  }
  if (stock_epoch !== syncs.length) {
    violations.push({ kind: 'units', what: `${syncs.length} syncs, but stock epoch ${stock_epoch}` });
  }
  return violations;
}

/** The nth sync began the nth stock epoch. Orders of that epoch may use the quantities of this sync and of those before it. */
function checkUnits(
  operations: readonly HistoryOperation[],
  { syncs, promised, stock }: StoredState,
): Violation[] {
  const violations: Violation[] = [];
  const contents = new Map(operations.map((each) => [each.key, each.quantities]));
  const quantities = new Map<string, number>();
  for (const [index, name] of syncs.entries()) {
    for (const [place, quantity] of contents.get(name) ?? []) quantities.set(place, quantity);
    for (const [place, units] of promised.get(index + 1) ?? []) {
      const there = quantities.get(place) ?? 0;
      if (units > there) {
        violations.push({
          kind: 'units',
          what: `epoch ${index + 1}: ${units} units of ${place} promised, ${there} there`,
        });
      }
    }
  }
  for (const [place, { quantity, reserved }] of stock) {
    const synced = quantities.get(place) ?? 0;
    if (quantity !== synced)
      violations.push({ kind: 'units', what: `${place} has ${quantity} units; the syncs say ${synced}` });
    const promisedNow = promised.get(syncs.length)?.get(place) ?? 0;
    if (reserved !== promisedNow) {
      violations.push({
        kind: 'units',
        what: `${place} has ${reserved} units reserved; its decisions say ${promisedNow}`,
      });
    }
  }
  return violations;
}

function checkUsage(operations: readonly HistoryOperation[], { usage }: StoredState): Violation[] {
  const counted = operations.filter(
    (each) => isDone(each) && ['single', 'batch', 'run', 'reroute'].includes(each.kind),
  );
  const orders = counted.reduce((sum, each) => sum + each.orders.length, 0);
  return usage === orders ? [] : [{ kind: 'usage', what: `usage is ${usage}; ${orders} orders were routed` }];
}

/** One caller changes the configuration, one change after another. The last one that was answered must be in force. */
function checkSetting(operations: readonly HistoryOperation[], { setting }: StoredState): Violation[] {
  const last = operations.filter((each) => each.kind === 'configuration' && isDone(each)).at(-1);
  if (last === undefined || last.value === setting) return [];
  return [{ kind: 'taken back', what: `the setting was answered as ${last.value} and is ${setting}` }];
}

import type { Random } from '../../shared/demo/random.ts';
import { type Caller, callUntilAnswered } from './persistent-call.ts';

/** What callers know of the orders that they had answered, and what became of those that they corrected. */
export interface Corrections {
  /** Statuses by order ID, as answered last. */
  readonly statuses: Map<string, string>;
  /** Times that an order was routed again, by order ID. */
  readonly reroutes: Map<string, number>;
  /** Orders that were released and not routed since. */
  readonly released: Set<string>;
}

/**
 * Releases and reroutes orders that were answered, one after another until `isOver`, each with a key of its own. One at
 * a time: of two at once on one order, the answers do not say which was committed last.
 */
export async function correctOrders(
  caller: Caller,
  { statuses, reroutes, released }: Corrections,
  { random, warehouses, name }: { random: Random; warehouses: readonly string[]; name: string },
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    if (statuses.size === 0) {
      await new Promise(setImmediate);
      continue;
    }
    const orderId = random.pick([...statuses.keys()]);
    const isRelease = random.chance(0.4);
    const headers = { 'content-type': 'application/json', 'idempotency-key': `${name}-${n}` };
    const body = isRelease
      ? {}
      : { exclude_warehouse_ids: [random.pick(warehouses)], unless_worse: random.chance(0.3) };
    const path = `/api/v1/orders/${orderId}/${isRelease ? 'release' : 'reroute'}`;
    const { status, text } = await callUntilAnswered(caller, path, () => ({
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }));
    if (status === 409) continue; // it would be worse
    if (status !== 200) throw new Error(`Correction: ${status} ${text}`);
    if (isRelease) {
      released.add(orderId);
      continue;
    }
    released.delete(orderId);
    reroutes.set(orderId, (reroutes.get(orderId) ?? 0) + 1);
    statuses.set(orderId, (JSON.parse(text) as { results: [{ status: string }] }).results[0].status);
  }
}

import { useEffect, useRef, useState } from 'react';
import { answerOf, api } from '../../../client/api.ts';
import { saveAs } from '../../../client/download.ts';
import { useScope } from '../../../client/scope.ts';
import { ServiceError } from '../../../client/service-error.ts';
import { type RerouteBody, useRereadOrders } from '../use-order.ts';
import { type OrderFilters, ordersQuery, readOrders } from '../use-orders.ts';
import { actOnAll, NOTHING_YET, type Outcome, type Tally } from './act-on-all.ts';
import { ordersCsv, ordersCsvHeader } from './orders-csv.ts';
import { readMatching } from './read-matching.ts';

/** The actions on all orders that match. */
export type MatchingKind = 'export' | 'release' | 'reroute';

/** The steps of an action. */
export type MatchingStep =
  | { readonly name: 'counting'; readonly found: number }
  | { readonly name: 'saved'; readonly found: number }
  /** `chosen`: the orders that the action would change. */
  | { readonly name: 'counted'; readonly found: number; readonly chosen: readonly string[] }
  | { readonly name: 'acting' | 'ended'; readonly total: number; readonly tally: Tally }
  | { readonly name: 'failed'; readonly error: unknown; readonly tally: Tally };

const PAGE = 500;

/**
 * Acts only on orders that match a filter. They are counted first, and each is looked up again by the same filter right
 * before the action. Ends when the dialog is closed.
 */
export function useMatching(kind: MatchingKind, filters: OrderFilters) {
  const scope = useScope();
  const reread = useRereadOrders();
  const [step, setStep] = useState<MatchingStep>({ name: 'counting', found: 0 });
  const running = useRef<AbortController>(null);
  const query = ordersQuery(scope, filters);

  const count = async (signal: AbortSignal) => {
    const chosen = new Set<string>();
    const rows = [ordersCsvHeader()];
    let found = 0;
    const read = (cursor: string | null) =>
      readOrders({ ...query, limit: PAGE, ...(cursor !== null && { cursor }) });
    for await (const { orders } of readMatching(read, signal)) {
      found += orders.length;
      if (kind === 'export') rows.push(ordersCsv(orders));
      for (const { order_id, holds_units } of orders) {
        if (kind === 'reroute' || holds_units) chosen.add(order_id);
      }
      setStep({ name: 'counting', found });
    }
    if (signal.aborted) return;
    if (kind === 'export') saveAs(new Blob(rows, { type: 'text/csv' }), 'orders.csv');
    setStep(kind === 'export' ? { name: 'saved', found } : { name: 'counted', found, chosen: [...chosen] });
  };

  const actOn = async (order_id: string, body: RerouteBody): Promise<Outcome> => {
    const { orders } = await readOrders({ ...query, order_id });
    if (orders.length === 0) return 'no_match';
    const params = { path: { order_id }, query: scope };
    if (kind === 'release') {
      const released = await answerOf(
        api.POST('/account/v1/orders/{order_id}/release', { params, body: {} }),
      );
      return released.released_units > 0 ? 'done' : 'left';
    }
    try {
      await answerOf(api.POST('/account/v1/orders/{order_id}/reroute', { params, body }));
      return 'done';
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'reroute_worse') return 'left';
      throw error;
    }
  };

  const run = async (chosen: readonly string[], body: RerouteBody, signal: AbortSignal) => {
    const total = chosen.length;
    let last = NOTHING_YET;
    const onTally = (tally: Tally) => {
      last = tally;
      setStep({ name: 'acting', total, tally });
    };
    onTally(NOTHING_YET);
    try {
      const tally = await actOnAll(chosen, { act: (id) => actOn(id, body), onTally, signal });
      setStep({ name: 'ended', total, tally });
    } catch (error) {
      setStep({ name: 'failed', error, tally: last });
    } finally {
      await reread();
    }
  };

  const begin = (work: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    work(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setStep({ name: 'failed', error, tally: NOTHING_YET });
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is counted once, when the dialog opens
  useEffect(() => {
    begin(count);
    return () => running.current?.abort();
  }, []);

  return {
    step,
    act: (chosen: readonly string[], body: RerouteBody = {}) => begin((signal) => run(chosen, body, signal)),
    stop: () => running.current?.abort(),
  };
}

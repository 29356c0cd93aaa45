import { dataOf, type RoutingClient } from '../../shared/client/client.ts';
import type { WrsContext } from './context.ts';

/** The context for printing what has costs: they name the account's currency. Without costs it stays as it is. */
export async function inCurrency(
  context: WrsContext,
  { api }: RoutingClient,
  hasCosts: boolean,
): Promise<WrsContext> {
  if (!hasCosts) return context;
  // What was decided is printed also if this fails.
  const currency = await dataOf(api.GET('/api/v1/me')).then(
    (me) => me.currency,
    () => undefined,
  );
  return { ...context, look: { ...context.look, currency } };
}

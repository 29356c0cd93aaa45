import { dataOf, type RoutingClient } from '../../shared/client/client.ts';
import type { WrsContext } from './context.ts';

/** The context, with the account's currency if what is printed has costs. */
export async function withCurrency(
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

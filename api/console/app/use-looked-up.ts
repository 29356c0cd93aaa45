import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../client/api.ts';
import { queryKeys } from '../client/query-keys.ts';
import { clientQuery, useScope } from '../client/scope.ts';
import { RULES } from '../features/configuration/item-rules.ts';
import type { Role } from './nav.ts';
import { type LookedUp, MAX_FOUND, MIN_LETTERS, runNumberOf, subjectOf } from './search-targets.ts';

/** What somebody types is looked up after a pause. */
const PAUSE_MS = 150;

/** What the service finds by a text, and whether that is awaited. */
export function useLookedUp(
  role: Role,
  text: string,
): { lookedUp?: LookedUp | undefined; isAwaited: boolean } {
  const scope = useScope();
  const [sought] = useDebouncedValue(subjectOf(text), PAUSE_MS);
  const number = runNumberOf(sought);
  const hasAccount = role !== 'operator' || scope.client !== undefined;
  const isLong = sought.length >= MIN_LETTERS;
  const { data, isFetching } = useQuery({
    enabled: hasAccount && (isLong || number !== undefined),
    queryKey: queryKeys.lookedUp(scope, sought),
    queryFn: async (): Promise<LookedUp> => {
      // IDs are usually in capitals, and people type as they like.
      const cases = [...new Set([sought, sought.toUpperCase()])];
      const all = <T>(read: (text: string) => Promise<readonly T[]>) =>
        Promise.all(cases.map(read)).then((found) => found.flat());
      const query = { ...clientQuery(scope), q: sought, limit: MAX_FOUND };
      const [orders, skus, runs, rules, profiles] = await Promise.all([
        all(async (order_id) => {
          const params = { query: { ...scope, order_id, limit: 1 } };
          return (await answerOf(api.GET('/account/v1/orders', { params }))).orders;
        }),
        all(async (q) => {
          const params = { query: { ...scope, q, limit: MAX_FOUND } };
          return (await answerOf(api.GET('/account/v1/inventory', { params }))).skus;
        }),
        number === undefined
          ? []
          : answerOf(
              api.GET('/account/v1/runs', {
                params: { query: { ...scope, number: Number(number), limit: 1 } },
              }),
            ).then((page) => page.runs),
        isLong
          ? answerOf(api.GET('/account/v1/item-controls', { params: { query } })).then(
              ({ item_controls }) => item_controls,
            )
          : [],
        isLong
          ? answerOf(api.GET('/account/v1/profiles', { params: { query } })).then((page) => page.profiles)
          : [],
      ]);
      return {
        order: orders[0]?.order_id ?? null,
        skus: [...new Set(skus.map(({ sku }) => sku))].slice(0, MAX_FOUND),
        run: runs[0] ? { id: runs[0].routing_run_id } : null,
        rules: rules.map(({ sku, rule }) => ({ sku, words: RULES[rule]?.words ?? rule })),
        profiles,
      };
    },
  });
  if (sought !== subjectOf(text)) return { isAwaited: true };
  return { lookedUp: data, isAwaited: isFetching };
}

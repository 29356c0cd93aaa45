import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { read } from '../client/calls.ts';
import { keyOf } from '../client/query-keys.ts';
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
    queryKey: keyOf('looked-up', scope, sought),
    queryFn: async (): Promise<LookedUp> => {
      // IDs are usually in capitals, and people type as they like.
      const cases = [...new Set([sought, sought.toUpperCase()])];
      const all = <T>(find: (text: string) => Promise<readonly T[]>) =>
        Promise.all(cases.map(find)).then((found) => found.flat());
      const listed = { q: sought, limit: MAX_FOUND };
      const [orders, skus, runs, rules, profiles] = await Promise.all([
        all(async (order_id) => (await read('/account/v1/orders', scope, { order_id, limit: 1 })).orders),
        all(async (q) => (await read('/account/v1/inventory', scope, { q, limit: MAX_FOUND })).skus),
        number === undefined
          ? []
          : read('/account/v1/runs', scope, { number: Number(number), limit: 1 }).then(
              ({ runs: found }) => found,
            ),
        isLong
          ? read('/account/v1/item-controls', clientQuery(scope), listed).then((page) => page.item_controls)
          : [],
        isLong ? read('/account/v1/profiles', clientQuery(scope), listed).then((page) => page.profiles) : [],
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

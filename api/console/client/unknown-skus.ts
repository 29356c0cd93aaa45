import { useQueries } from '@tanstack/react-query';
import { read } from './calls.ts';
import { keyOf } from './query-keys.ts';
import { useScope } from './scope.ts';
import { isMissing } from './service-error.ts';

/** So many SKUs are looked up. */
const LOOKED_UP = 10;

/** The SKUs of which nobody ever sent stock. */
export function useUnknownSkus(skus: readonly string[]): ReadonlySet<string> {
  const scope = useScope();
  const found = useQueries({
    queries: skus.slice(0, LOOKED_UP).map((sku) => ({
      queryKey: keyOf('inventory', scope, 'known', sku),
      queryFn: () =>
        read('/account/v1/inventory/{sku}', scope, { sku }).then(
          () => true,
          (error: Error) => !isMissing(error),
        ),
    })),
  });
  return new Set(skus.filter((_, at) => found[at]?.data === false));
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { upload } from '../../client/upload.ts';
import { stringifySearch } from '../../view/search-codec.ts';

/** A product with its stock in all warehouses. */
export type SkuStock = components['schemas']['SkuStock'];

const skusOf = ({ skus }: components['schemas']['SkuPage']) => skus;

/** How products can be sorted. */
export type SkuSort = 'sku' | '-sku';

/** Products whose SKU begins with a text. */
export function useSkus(sought: string, sort: SkuSort) {
  const scope = useScope();
  return usePages({
    queryKey: [...queryKeys.inventory(scope, sought), sort],
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/inventory', {
          params: {
            query: {
              ...scope,
              sort,
              limit: 100,
              ...(sought !== '' && { q: sought }),
              ...(cursor && { cursor }),
            },
          },
        }),
      ),
    rowsOf: skusOf,
  });
}

/** One product with its warehouses and the orders that have reserved it. */
export function useSku(sku: string) {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.sku(scope, sku),
    queryFn: () =>
      answerOf(api.GET('/account/v1/inventory/{sku}', { params: { path: { sku }, query: scope } })),
  });
}

/** The answer to a sync. */
export type SyncAnswer = components['schemas']['InventorySyncResult'];

/** The upload of a snapshot, with its progress and result. */
export function useStockUpload() {
  const scope = useScope();
  const queries = useQueryClient();
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [answer, setAnswer] = useState<SyncAnswer | null>(null);
  const send = async (file: File) => {
    setError(null);
    setAnswer(null);
    setSent(0);
    try {
      const type = /\.json$/i.test(file.name) ? 'application/json' : 'text/csv';
      const path = `/account/v1/inventory/uploads${stringifySearch({ ...scope, source_name: file.name })}`;
      setAnswer(
        await upload<SyncAnswer>({
          path,
          type,
          body: file,
          onProgress: setSent,
          signal: new AbortController().signal,
        }),
      );
      await Promise.all(
        ['inventory', 'overview'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      );
    } catch (failure) {
      setError(failure);
    } finally {
      setSent(null);
    }
  };
  return { send: (file: File) => void send(file), sent, error, answer };
}

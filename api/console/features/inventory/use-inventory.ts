import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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

/** A pair of which more is reserved than there is. */
export type ShortPair = components['schemas']['ShortPairWithOrders'];

const pairsOf = ({ pairs }: components['schemas']['ShortPage']) => pairs;

/** The pairs of which more is reserved than there is. */
export function useShortPairs() {
  const scope = useScope();
  return usePages({
    queryKey: [...queryKeys.inventory(scope, ''), 'short'],
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/short-pairs', {
          params: { query: { ...scope, limit: 100, ...(cursor && { cursor }) } },
        }),
      ),
    rowsOf: pairsOf,
  });
}

/** Starts a run that routes the orders again that lack units of short pairs. */
export function useRerouteShort() {
  const scope = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/account/v1/runs/reroute', {
          params: { query: scope },
          body: { short: true },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  });
}

/** What happened to a SKU at a warehouse. */
export type PairEntry = components['schemas']['PairEntry'];

const entriesOf = ({ entries }: components['schemas']['PairHistory']) => entries;

/** What happened to a SKU at a warehouse, newest first. */
export function usePairHistory(sku: string, warehouse_id: string) {
  const scope = useScope();
  return usePages({
    queryKey: [...queryKeys.sku(scope, sku), 'history', warehouse_id],
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/inventory/{sku}/history', {
          params: { path: { sku }, query: { ...scope, warehouse_id, ...(cursor && { cursor }) } },
        }),
      ),
    rowsOf: entriesOf,
  });
}

/** The answer to a sync, and to the dry run of one. */
export type SyncAnswer = components['schemas']['InventorySyncResult'];
type TriedSync = components['schemas']['DryRunSync'];

/** A file of stock. */
interface StockFile {
  readonly file: File;
  /** Whether it is taken without its faulty rows. */
  readonly leavesOut: boolean;
}

/** The upload of a snapshot, with its progress. `check` only says what `take` would change, without faulty rows. */
export function useStockUpload() {
  const scope = useScope();
  const queries = useQueryClient();
  const [sent, setSent] = useState<number | null>(null);
  const send = async <A>({ file, leavesOut }: StockFile, { isTrial }: { isTrial: boolean }): Promise<A> => {
    setSent(0);
    try {
      const query = {
        ...scope,
        source_name: file.name,
        ...(leavesOut && { on_invalid: 'skip' }),
        ...(isTrial && { dry_run: 'true' }),
      };
      return await upload<A>({
        path: `/account/v1/inventory/uploads${stringifySearch(query)}`,
        type: /\.json$/i.test(file.name) ? 'application/json' : 'text/csv',
        body: file,
        onProgress: setSent,
        signal: new AbortController().signal,
      });
    } finally {
      setSent(null);
    }
  };
  const check = useMutation({
    mutationFn: (file: File) => send<TriedSync>({ file, leavesOut: true }, { isTrial: true }),
  });
  const take = useMutation({
    mutationFn: (stock: StockFile) => send<SyncAnswer>(stock, { isTrial: false }),
    onSuccess: () =>
      Promise.all(['inventory', 'overview'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  return { check, take, sent };
}

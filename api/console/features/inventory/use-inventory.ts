import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useList, useRead } from '../../client/operations.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { useScope } from '../../client/scope.ts';
import { upload } from '../../client/upload.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import { stringifySearch } from '../../view/search-codec.ts';

/** The pairs of which more is reserved than there is. */
export const useShortPairs = () => useList('inventory', '/account/v1/short-pairs', 'pairs', { limit: 100 });

/** The places of the warehouses with a capacity, for two weeks from today on. */
export const useCapacity = () =>
  useRead('capacity', '/account/v1/capacity', {}, { refetchInterval: useRefreshMs() });

/** The answer to a sync, and to the dry run of one. */
type SyncAnswer = components['schemas']['InventorySyncResult'];
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
  const take = useAccountMutation(
    (stock: StockFile) => send<SyncAnswer>(stock, { isTrial: false }),
    ['inventory', 'overview'],
  );
  return { check, take, sent };
}

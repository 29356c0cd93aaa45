import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../client/api.ts';
import { read } from '../../client/calls.ts';
import { keyOf } from '../../client/query-keys.ts';
import { type Scope, useScope } from '../../client/scope.ts';
import { ServiceError } from '../../client/service-error.ts';
import type { Warehouse } from '../../client/warehouses.ts';
import { isLive } from '../../view/statuses.ts';
import { LIVE_MS, type ListedWhatIf, type WhatIfRequest } from './use-what-ifs.ts';

/** A new stress test: the common name of its what-ifs, and the moment that it began at. */
export const newStressTest = () => `Stress test ${new Date().toISOString().slice(0, 19)}Z`;

/** When a stress test began. What-ifs from before are not its own; clocks may differ by some minutes. */
const BEGAN = /^Stress test (\S+)$/;
const CLOCKS_MS = 600_000;

const nameOfOne = (test: string, { warehouse_id }: Pick<Warehouse, 'warehouse_id'>) =>
  `${test}: without ${warehouse_id}`.slice(0, 200);

/** The what-if of each closed warehouse, as far as they are there. */
export interface StressRow {
  readonly warehouse: Warehouse;
  readonly whatIf: ListedWhatIf | null;
}

/**
 * A stress test: a what-if for each enabled warehouse, with that one closed. Those that are not there yet are asked for as
 * places become free (429 until then), also after a reload: their common name finds them, and their idempotency keys
 * ask for each only once.
 */
export function useStressTest(
  test: string | undefined,
  orders: WhatIfRequest['orders'] | null,
  warehouses: readonly Warehouse[],
) {
  const scope = useScope();
  const queries = useQueryClient();
  const asked = useRef(new Set<string>());
  const isAsking = useRef(false);
  const [error, setError] = useState<unknown>(null);
  const key = keyOf('what-ifs', scope, 'stress-test', test);
  const found = useQuery({
    queryKey: key,
    queryFn: () => readTest(scope, test!, warehouses.length),
    enabled: test !== undefined && warehouses.length > 0,
    refetchInterval: ({ state }) => {
      const done = state.data?.filter(({ status }) => !isLive(status)).length ?? 0;
      return done < warehouses.length && error === null ? LIVE_MS : false;
    },
  });
  const rows: StressRow[] = warehouses.map((warehouse) => ({
    warehouse,
    whatIf: found.data?.find(({ name }) => name === nameOfOne(test ?? '', warehouse)) ?? null,
  }));
  const missing = rows.filter(({ whatIf }) => whatIf === null).map(({ warehouse }) => warehouse);

  // At each reading, because places may have become free.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (found.data === undefined || orders === null || isAsking.current || error !== null) return;
    isAsking.current = true;
    void ask(missing.filter(({ warehouse_id }) => !asked.current.has(warehouse_id))).finally(() => {
      isAsking.current = false;
    });
  }, [found.dataUpdatedAt]);

  async function ask(closed: readonly Warehouse[]): Promise<void> {
    for (const { warehouse_id } of closed) {
      const name = nameOfOne(test!, { warehouse_id });
      const body = { name, orders: orders!, draft: { warehouses: [{ warehouse_id, enabled: false }] } };
      const params = { query: scope, header: { 'idempotency-key': name } };
      try {
        await api.POST('/account/v1/what-ifs', { params, body });
        asked.current.add(warehouse_id);
      } catch (failure) {
        if (!(failure instanceof ServiceError && failure.status === 429)) setError(failure);
        return;
      }
    }
    if (closed.length > 0) await queries.invalidateQueries({ queryKey: key });
  }

  const again = () => {
    setError(null);
    void found.refetch();
  };
  return { found, rows, missing: missing.length, error, again };
}

/** The what-ifs of a stress test. Reads back until it has them all, or to its beginning. */
async function readTest(scope: Scope, test: string, most: number): Promise<ListedWhatIf[]> {
  const began = Date.parse(BEGAN.exec(test)?.[1] ?? '') - CLOCKS_MS;
  const own: ListedWhatIf[] = [];
  let cursor: string | undefined;
  do {
    const { what_ifs, next_cursor } = await read('/account/v1/what-ifs', scope, { limit: 100, cursor });
    own.push(...what_ifs.filter(({ name }) => name?.startsWith(`${test}: `)));
    const last = what_ifs.at(-1);
    const isOver = last === undefined || own.length >= most || !(Date.parse(last.created_at) >= began);
    cursor = isOver ? undefined : (next_cursor ?? undefined);
  } while (cursor !== undefined);
  return own;
}

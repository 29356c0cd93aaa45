import { listAudit, listClientAudit } from '../../account/audit-log.ts';
import { listActivations } from '../../account/history.ts';
import { listClients } from '../../account/plans.ts';
import type { Database, Queryable } from '../../db/database.ts';
import type { Utf8Writer } from '../../foundation/utf8-writer.ts';
import { listShortPairs } from '../../ledger/stock/reserving-orders.ts';
import { listRunFaults, listRuns } from '../../runs/run-queries.ts';
import { listRunDecisions, searchOrders } from '../../runs/search/search-orders.ts';
import type { WhyDeps } from '../../runs/why.ts';
import { listDeliveries } from '../../work/webhooks/deliveries.ts';
import { listChanges } from '../../work/what-if/changes.ts';
import { whyChange } from '../../work/what-if/why-change.ts';
import { listAccountRuns } from '../insight/list-account-runs.ts';
import { listSkus } from '../insight/list-skus.ts';
import { readPairHistory } from '../insight/pair-history.ts';
import { readCapacity } from '../insight/read-capacity.ts';

type ReadDeps = WhyDeps & { readonly db: Database };

const ofPool =
  <Args extends readonly unknown[], T>(read: (pool: Queryable, ...args: Args) => Promise<T>) =>
  ({ db }: ReadDeps, ...args: Args) =>
    read(db.pool, ...args);

const ofDb =
  <Args extends readonly unknown[], T>(read: (db: Database, ...args: Args) => Promise<T>) =>
  ({ db }: ReadDeps, ...args: Args) =>
    read(db, ...args);

/** What reads an answer that may be long, by name. Its arguments are plain data, as threads need it. */
const READS = {
  listAccountRuns: ofPool(listAccountRuns),
  listActivations: ofDb(listActivations),
  listAudit: ofDb(listAudit),
  listChanges: ofDb(listChanges),
  listClientAudit: ofDb(listClientAudit),
  listClients: ofDb(listClients),
  listDeliveries: ofPool(listDeliveries),
  listRunDecisions: ofDb(listRunDecisions),
  listRunFaults: ofPool(listRunFaults),
  listRuns: ofPool(listRuns),
  listShortPairs: ofPool(listShortPairs),
  listSkus: ofDb(listSkus),
  readCapacity: ofDb(readCapacity),
  readPairHistory: ofDb(readPairHistory),
  searchOrders: ofDb(searchOrders),
  whyChange,
};

type Reads = typeof READS;

export type ReadName = keyof Reads;

/** What it is called with after its dependencies. */
export type ReadArgs<Name extends ReadName> = ReadArguments[Name];

type ReadArguments = {
  [Name in ReadName]: Parameters<Reads[Name]> extends [unknown, ...infer Args] ? Args : never;
};

/** A read that is asked for. */
export interface ReadAsk {
  readonly read: ReadName;
  readonly args: readonly unknown[];
}

/** Writes what a read returns, as JSON. */
export async function writeRead(deps: ReadDeps, { read, args }: ReadAsk, out: Utf8Writer): Promise<null> {
  const reading = READS[read] as (deps: ReadDeps, ...args: readonly unknown[]) => Promise<unknown>;
  out.write(JSON.stringify(await reading(deps, ...args)));
  return null;
}

import type { AccountSettings, Shadow } from '../contracts/account/settings.ts';
import type { ContractVariant } from '../db/generated/client.ts';
import type { Configuration, Rates } from '../engine/types.ts';

/** Where a client's lanes come from (docs/reference/lanes.md). */
export interface TransitSetup {
  readonly provider: 'table' | 'zone' | 'http';
  /** The client's own lanes, which the provider `table` reads; another provider leaves them unchanged. */
  readonly lane_table_id: number | null;
  /** What else the provider needs (shared/transit/http). It has no secrets, which are only in the environment. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** How prices are found, and the version of the client's prices, which never changes. */
export interface StoredRates extends Rates {
  readonly rate_table_id: number;
}

/** All that a client's decisions depend on, apart from stock and orders: the body of a configuration. */
export interface RoutingSetup extends Configuration {
  readonly contract_variant: ContractVariant;
  readonly settings: AccountSettings;
  /** Not given: runs are decided once. */
  readonly shadow?: Shadow;
  /** Database ids of `warehouses`, by index. Warehouses keep their order of creation and are never removed. */
  readonly warehouse_db_ids: readonly number[];
  readonly transit: TransitSetup;
  readonly rates?: StoredRates;
}

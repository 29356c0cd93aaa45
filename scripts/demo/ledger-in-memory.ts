import { type CompiledConfiguration, compileConfiguration } from '../../shared/engine/compile.ts';
import type { Configuration, UnitValues, UnitWeights } from '../../shared/engine/types.ts';
import { LedgerState, ledgerContext } from '../../shared/ledger/ledger-state.ts';
import type { StockByWarehouse } from '../../shared/ledger/stock/stock-store.ts';

/** What a ledger in memory has. */
export interface LedgerInMemory {
  readonly configuration: Configuration;
  readonly compiled?: CompiledConfiguration;
  readonly contract_variant?: 'A' | 'B';
  /** By SKU; its lists are by warehouse index. */
  readonly stock: ReadonlyMap<string, StockByWarehouse>;
  readonly unit_values?: UnitValues;
  /** Used where the configuration has rates. */
  readonly unit_weights?: UnitWeights;
}

/** The state of a ledger without a database, for benchmarks and tests. Decisions change it, and it cannot be saved. */
export function ledgerInMemory({
  configuration,
  compiled = compileConfiguration(configuration),
  contract_variant = 'A',
  stock,
  unit_values = new Map(),
  unit_weights = new Map(),
}: LedgerInMemory): LedgerState {
  const warehouses = configuration.warehouses.map((_, index) => index);
  const context = ledgerContext(0, {
    id: 0,
    client_id: 0,
    contract_variant,
    configuration,
    compiled,
    warehouse_db_ids: warehouses,
    transit: { provider: 'table', lane_table_id: null, options: {} },
    rates: null,
    reroute_on_sync: { enabled: false, days: 7 },
    counts_shelf: false,
    reservation_days: null,
    disabled: [],
    rule_pages: [],
  });
  const stored = new Map([...stock].map(([sku, units]) => [sku, { ...units, rows: [] }]));
  return new LedgerState(context, {
    warehouses,
    stock: stored,
    unit_values,
    unit_weights: compiled.costs === null ? null : unit_weights,
    latest: [],
    taken_slots: [],
    held_slots: [],
    disabled: [],
  });
}

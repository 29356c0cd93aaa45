import type { z } from 'zod';
import { recordId } from '../../contracts/common.ts';
import { decodeCursor, pageOf } from '../../contracts/cursor.ts';
import type { changesPage, changesQuery, WhatIfChange, WhatIfOutcome } from '../../contracts/what-if.ts';
import type { Database } from '../../db/database.ts';
import { listed, units } from '../../engine/wording.ts';
import { isFull } from '../../foundation/answer-slice.ts';
import { type CsvValue, rowFor } from '../../foundation/csv-text.ts';
import type { Utf8Writer } from '../../foundation/utf8-writer.ts';
import { type StoredOutcome, viewOutcome } from './outcome.ts';
import { loadSides, type Sides, type WhatIf } from './what-ifs.ts';

/** Which changed orders are wanted. */
export type ChangesFilter = Omit<z.output<typeof changesQuery>, 'limit' | 'cursor'>;

/** The what-if that they are of. */
type ChangesOf = Pick<WhatIf, 'id' | 'ledger_id' | 'configuration_id' | 'draft_configuration_id'>;

/**
 * Reads the orders that a what-if decides differently, `size` at a time, in the order in which they were sent, from those
 * after the id `after`. Both sides have the same warehouses.
 */
export async function* readChanges(
  db: Pick<Database, 'pool'>,
  whatIf: ChangesOf,
  { from_status, to_status, warehouse_id }: ChangesFilter,
  size: number,
  after = 0,
): AsyncGenerator<WhatIfChange[]> {
  const { id, ledger_id } = whatIf;
  const sides = await loadSides(db, whatIf);
  const { warehouses } = sides.baseline.configuration;
  const warehouse = warehouse_id && warehouses.findIndex((known) => known.warehouse_id === warehouse_id);
  const ships = (side: string) =>
    `EXISTS (SELECT FROM json_array_elements(${side} #> '{data,allocations}') AS a WHERE (a ->> 1)::int = $6)`;
  for (let last = after; ; ) {
    const { rows } = await db.pool.query<ChangedRow>(
      `SELECT id, order_id, baseline, draft FROM what_if_orders
       WHERE what_if_id = $1 AND ledger_id = $2 AND id > $3 AND changed
         AND ($4::text IS NULL OR baseline ->> 'status' = $4) AND ($5::text IS NULL OR draft ->> 'status' = $5)
         AND ($6::int IS NULL OR ${ships('baseline')} OR ${ships('draft')})
       ORDER BY id LIMIT $7`,
      [id, ledger_id, last, from_status ?? null, to_status ?? null, warehouse ?? null, size],
    );
    if (rows.length > 0) yield rows.map((row) => toChange(row, sides));
    if (rows.length < size) return;
    last = rows.at(-1)!.id;
  }
}

/** Reads a page of the changed orders. Throws AppError validation_failed for a bad cursor. */
export async function listChanges(
  db: Pick<Database, 'pool'>,
  whatIf: ChangesOf,
  filter: ChangesFilter,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<z.output<typeof changesPage>> {
  const after = cursor === undefined ? 0 : decodeCursor(recordId, cursor);
  const { value } = await readChanges(db, whatIf, filter, limit + 1, after).next();
  const found: WhatIfChange[] = value ?? [];
  const { page, next_cursor } = pageOf(found, limit, (last) => last.routing_decision_id);
  return { changes: page, next_cursor };
}

interface ChangedRow {
  readonly id: number;
  readonly order_id: string;
  readonly baseline: StoredOutcome;
  readonly draft: StoredOutcome;
}

function toChange({ id, order_id, ...decided }: ChangedRow, sides: Sides): WhatIfChange {
  const baseline = viewOutcome(decided.baseline, sides.baseline);
  const draft = viewOutcome(decided.draft, sides.draft);
  return { order_id, routing_decision_id: id, baseline, draft, sentence: differenceOf(baseline, draft) };
}

/** What differs, in a sentence or two. */
export function differenceOf(baseline: WhatIfOutcome, draft: WhatIfOutcome): string {
  const [before, after] = [shipping(baseline), shipping(draft)];
  if (before !== after) return `Now ${before}; with the draft ${after}.`;
  const same = `Ships the same: ${before}.`;
  const [warned, warns] = [warning(baseline), warning(draft)];
  if (warned !== warns) return `${same} Now ${warned}; with the draft ${warns}.`;
  if (baseline.search_complete !== draft.search_complete)
    return `${same} With the draft the search for a route is ${draft.search_complete ? '' : 'not '}complete.`;
  if (baseline.warnings.length > 0)
    return `${same} The numbers of a warning (${baseline.warnings.join(', ')}) differ.`;
  return `Same warehouses and units, but for different order lines: ${before}.`;
}

function shipping({ warehouses, units_shipped, units_unfulfilled }: WhatIfOutcome): string {
  if (units_shipped === 0) return `none of ${units(units_unfulfilled)} ships`;
  const from = listed(warehouses.map((each) => `${each.units} from ${each.warehouse_id}`));
  const ship = units_shipped === 1 ? 'ships' : 'ship';
  const rest = units_unfulfilled === 1 ? ' and 1 does not' : ` and ${units_unfulfilled} do not`;
  return `${units(units_shipped)} ${ship} (${from})${units_unfulfilled > 0 ? rest : ''}`;
}

function warning({ warnings }: WhatIfOutcome): string {
  return warnings.length === 0 ? 'no policy warning' : `policy warnings: ${warnings.join(', ')}`;
}

const OF_A_SIDE: Readonly<Record<string, (outcome: WhatIfOutcome) => CsvValue>> = {
  status: ({ status }) => status,
  shipments: ({ shipments }) => shipments,
  units_shipped: (outcome) => outcome.units_shipped,
  units_unfulfilled: (outcome) => outcome.units_unfulfilled,
  transit_days: (outcome) => outcome.transit_days,
  warehouse_ids: ({ warehouses }) => warehouses.map(({ warehouse_id }) => warehouse_id).join(';'),
  warnings: (outcome) => outcome.warnings.join(';'),
  search_complete: (outcome) => outcome.search_complete,
};

/** Columns of accounts with rates, the last ones. */
const COST_COLUMNS = ['baseline_total_cost', 'draft_total_cost'];

/** The columns of the CSV in their order. */
export const CHANGE_COLUMNS: readonly string[] = [
  'order_id',
  'routing_decision_id',
  ...['baseline', 'draft'].flatMap((side) => Object.keys(OF_A_SIDE).map((name) => `${side}_${name}`)),
  'sentence',
  ...COST_COLUMNS,
];

/** The header of changed orders as CSV. */
export const changesHeader = (isPriced: boolean, reader: ChangesFilter['for']): string =>
  rowFor(reader)(...CHANGE_COLUMNS.filter((column) => isPriced || !COST_COLUMNS.includes(column)));

/** Some of the changed orders as lines of JSON or rows of CSV. Plain data. */
export interface ChangesAsk {
  readonly whatIf: ChangesOf;
  readonly filter: ChangesFilter;
  readonly form: 'application/x-ndjson' | 'text/csv';
  readonly isPriced: boolean;
  /** The decision before the first one. */
  readonly after: number;
}

/** Changed orders that are read at a time. */
const READ = 500;

/** Writes changed orders. */
export async function writeChanges(
  { db }: { readonly db: Pick<Database, 'pool'> },
  ask: ChangesAsk,
  out: Utf8Writer,
): Promise<ChangesAsk | null> {
  const { whatIf, filter, form, isPriced, after } = ask;
  const csvRow = rowFor(filter.for);
  for await (const slice of readChanges(db, whatIf, filter, READ, after)) {
    for (const change of slice) {
      const line =
        form === 'text/csv' ? csvRow(...changeCells(change, isPriced)) : `${JSON.stringify(change)}\n`;
      if (isFull(out.write(line))) return { ...ask, after: change.routing_decision_id };
    }
  }
  return null;
}

function changeCells(change: WhatIfChange, isPriced: boolean): CsvValue[] {
  const { order_id, routing_decision_id, baseline, draft, sentence } = change;
  const sides = [baseline, draft];
  const cells = sides.flatMap((side) => Object.values(OF_A_SIDE).map((cellOf) => cellOf(side)));
  const costs = isPriced ? sides.map(({ total_cost = null }) => total_cost) : [];
  return [order_id, routing_decision_id, ...cells, sentence, ...costs];
}

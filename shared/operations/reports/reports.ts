import type pg from 'pg';
import type { z } from 'zod';
import {
  decisionReportQuery,
  decisionReportRow,
  inventoryReportRow,
  periodReportQuery,
  shipmentReportRow,
  unfulfilledReportRow,
  usageReportRow,
} from '../../contracts/reports.ts';
import type { Database, Queryable } from '../../db/database.ts';
import type { OrderStatus } from '../../engine/types.ts';
import type { CsvValue } from '../../foundation/csv-text.ts';
import type { Principal } from '../../identity/principal.ts';
import { readAllStock, type StockPosition } from '../../ledger/stock/stock-rows.ts';
import { decisionRow, type ReportedDecision, shipmentRows, unfulfilledRows } from './decision-rows.ts';
import { readReported, reportedIds } from './read-decisions.ts';

const ALL: readonly OrderStatus[] = ['FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE'];
const THAT_SHIP = ALL.filter((status) => status !== 'NONE');
const THAT_LACK_UNITS = ALL.filter((status) => status !== 'FULL' && status !== 'SPLIT');

/** Every report. */
export const REPORTS: readonly Report[] = [
  {
    name: 'decisions',
    summary: 'Report decisions, a row each',
    description: 'By run, in request order.',
    row: decisionReportRow,
    ...ofDecisions(ALL, (reported) => [decisionRow(reported)]),
  },
  {
    name: 'shipments',
    summary: 'Report shipments, a row for each SKU of each',
    description: "By run, in request order, an order's shipments in rank order.",
    row: shipmentReportRow,
    ...ofDecisions(THAT_SHIP, shipmentRows),
  },
  {
    name: 'unfulfilled',
    summary: 'Report units that do not ship, a row for each SKU of an order',
    description: 'By run, in request order.',
    row: unfulfilledReportRow,
    ...ofDecisions(THAT_LACK_UNITS, unfulfilledRows),
  },
  {
    name: 'usage',
    summary: 'Report routed orders, a row a day',
    description:
      'What counts toward the plan. Test routing does not, so that for a test key there are no rows.',
    row: usageReportRow,
    query: periodReportQuery,
    ofRuns: false,
    parts: () => [WHOLE],
    read: async function* (db, { client_id, environment }, filter) {
      if (environment !== 'live') return;
      yield { rows: await readUsage(db.pool, client_id, filter), rest: () => null };
    },
  },
  {
    name: 'inventory',
    summary: 'Report stock, a row for each SKU and warehouse',
    description: 'As it is now, by SKU and warehouse; from and to are about synced_at.',
    row: inventoryReportRow,
    query: periodReportQuery,
    ofRuns: false,
    parts: () => [WHOLE],
    read: async function* (db, principal, filter, { after }) {
      for await (const { rows, last } of readAllStock(db, principal, filter, after)) {
        yield { rows, rest: () => last && { ids: [], after: last } };
      }
    },
  },
];

/** A report of decisions. Only decisions of `statuses` have rows. */
function ofDecisions(
  statuses: readonly OrderStatus[],
  rowsOf: (reported: ReportedDecision, current: boolean) => ReportRows,
): Pick<Report, 'query' | 'ofRuns' | 'parts' | 'read'> {
  const wanted = ({ status, ...filter }: ReportFilter) => ({
    ...filter,
    ...((status !== undefined || statuses !== ALL) && {
      statuses: statuses.filter((known) => status === undefined || known === status),
    }),
  });
  return {
    query: decisionReportQuery,
    ofRuns: true,
    parts: async function* (db, { ledger_id }, filter) {
      for await (const ids of reportedIds(db, ledger_id, wanted(filter))) yield { ids, after: null };
    },
    read: async function* (db, { ledger_id }, filter, { ids }) {
      for (const reported of await readReported(db, ledger_id, ids, wanted(filter))) {
        const rest = () => {
          const left = ids.slice(ids.indexOf(reported.id) + 1);
          return left.length === 0 ? null : { ids: left, after: null };
        };
        yield { rows: rowsOf(reported, filter.current === true), rest };
      }
    },
  };
}

/** The time since which no run of a ledger was removed by age. Null if none was removed. */
export async function completeSince(db: Queryable, ledgerId: number): Promise<Date | null> {
  const { rows } = await db.query<{ complete_since: Date | null }>(
    'SELECT complete_since FROM ledgers WHERE id = $1',
    [ledgerId],
  );
  return rows[0]!.complete_since;
}

/** Reads a client's usage by day. A day belongs to a period if its beginning (UTC) does. */
export async function readUsage(
  pool: pg.Pool,
  clientId: number,
  { from, to }: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<z.output<typeof usageReportRow>[]> {
  const { rows } = await pool.query<z.output<typeof usageReportRow>>(
    `SELECT day, routed_orders FROM usage
     WHERE client_id = $1 AND routed_orders > 0
       AND ($2::timestamptz IS NULL OR day >= $2 AT TIME ZONE 'UTC')
       AND ($3::timestamptz IS NULL OR day < $3 AT TIME ZONE 'UTC')
     ORDER BY day`,
    [clientId, from ?? null, to ?? null],
  );
  return rows;
}

/** The filters of reports. A report may know only some of them. */
export type ReportFilter = Partial<Omit<z.output<typeof decisionReportQuery>, 'for'>>;

/** Rows of a report: each has its columns' names as keys, in the columns' order. */
export type ReportRows = readonly Readonly<Record<string, CsvValue>>[];

/** A report: its columns, its filters and where its rows come from. */
interface Report {
  readonly name: 'decisions' | 'shipments' | 'unfulfilled' | 'usage' | 'inventory';
  readonly summary: string;
  readonly description: string;
  /** The columns, in their order. */
  readonly row: z.ZodObject;
  readonly query: z.ZodObject;
  /** Whether it is about runs, which are removed after RETENTION_DAYS. */
  readonly ofRuns: boolean;
  /** The parts that can be written at the same time, as fast as the caller takes them. */
  readonly parts: (
    db: Database,
    principal: Principal,
    filter: ReportFilter,
  ) => AsyncIterable<ReportPart> | readonly ReportPart[];
  /** Yields rows of a part, as fast as the caller takes them, with what is left of the part. */
  readonly read: (
    db: Database,
    principal: Principal,
    filter: ReportFilter,
    part: ReportPart,
  ) => AsyncIterable<{ readonly rows: ReportRows; readonly rest: () => ReportPart | null }>;
}

/** A part of a report: decisions, or stock from those after a position on. Plain data. */
export interface ReportPart {
  readonly ids: readonly number[];
  readonly after: StockPosition | null;
}

/** A report in one part. */
const WHOLE: ReportPart = { ids: [], after: null };

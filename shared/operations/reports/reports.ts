import type { Principal } from '../../accounts/principal.ts';
import {
  decisionReportQuery,
  decisionReportRow,
  inventoryReportRow,
  periodReportQuery,
  shipmentReportRow,
  unfulfilledReportRow,
  usageReportRow,
} from '../../contracts/reports.ts';
import type { Database } from '../../db/database.ts';
import type { OrderStatus } from '../../engine/types.ts';
import { decisionRow, shipmentRows, unfulfilledRows } from './decision-rows.ts';
import { readDecisions } from './read-decisions.ts';
import { readStockReport } from './read-inventory.ts';
import { readUsage } from './read-usage.ts';
import type { Report, ReportFilter, ReportRows } from './report.ts';
import type { ReportedDecision } from './reported-decision.ts';

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
    query: decisionReportQuery,
    ofRuns: true,
    read: ofDecisions(ALL, (reported) => [decisionRow(reported)]),
  },
  {
    name: 'shipments',
    summary: 'Report shipments, a row for each SKU of each',
    description: "By run, in request order, an order's shipments in rank order.",
    row: shipmentReportRow,
    query: decisionReportQuery,
    ofRuns: true,
    read: ofDecisions(THAT_SHIP, shipmentRows),
  },
  {
    name: 'unfulfilled',
    summary: 'Report units that do not ship, a row for each SKU of an order',
    description: 'By run, in request order.',
    row: unfulfilledReportRow,
    query: decisionReportQuery,
    ofRuns: true,
    read: ofDecisions(THAT_LACK_UNITS, unfulfilledRows),
  },
  {
    name: 'usage',
    summary: 'Report routed orders, a row a day',
    description:
      'What counts toward the plan. Test routing does not, so that for a test key there are no rows.',
    row: usageReportRow,
    query: periodReportQuery,
    ofRuns: false,
    read: (db, { client_id, environment }, filter) =>
      environment === 'live' ? readUsage(db.pool, client_id, filter) : nothing(),
  },
  {
    name: 'inventory',
    summary: 'Report stock, a row for each SKU and warehouse',
    description: 'As it is now, by SKU and warehouse; from and to are about synced_at.',
    row: inventoryReportRow,
    query: periodReportQuery,
    ofRuns: false,
    read: (db, { ledger_id }, filter) => readStockReport(db.pool, ledger_id, filter),
  },
];

/** Reads a report of decisions. Only decisions of `statuses` have rows. */
function ofDecisions(statuses: readonly OrderStatus[], rowsOf: (reported: ReportedDecision) => ReportRows) {
  return async function* (db: Database, { ledger_id }: Principal, { status, ...filter }: ReportFilter) {
    const wanted = statuses.filter((known) => status === undefined || known === status);
    for await (const decisions of readDecisions(db, ledger_id, { ...filter, statuses: wanted })) {
      yield decisions.flatMap(rowsOf);
    }
  };
}

async function* nothing(): AsyncGenerator<ReportRows> {}

import type { z } from 'zod';
import type { Principal } from '../accounts/principal.ts';
import type { decisionReportQuery } from '../contracts/reports.ts';
import type { Database } from '../db/database.ts';

/** What a report may be asked for; one that knows fewer filters has fewer set. */
export type ReportFilter = Partial<z.output<typeof decisionReportQuery>>;

export type Cell = string | number | boolean | null;

/** Rows of a report: each has its columns' names as keys, in the columns' order. */
export type ReportRows = readonly Readonly<Record<string, Cell>>[];

/** A report: its columns, its filters and where its rows come from. */
export interface Report {
  readonly name: 'decisions' | 'shipments' | 'unfulfilled' | 'usage' | 'inventory';
  readonly summary: string;
  readonly description: string;
  /** The columns, in their order. */
  readonly row: z.ZodObject;
  readonly query: z.ZodObject;
  /** Some rows at a time, no faster than they are taken. */
  readonly read: (db: Database, principal: Principal, filter: ReportFilter) => AsyncIterable<ReportRows>;
}

import type { z } from 'zod';
import type { Principal } from '../../accounts/principal.ts';
import type { decisionReportQuery } from '../../contracts/reports.ts';
import type { Database } from '../../db/database.ts';
import type { CsvValue } from '../../foundation/csv-text.ts';

/** The filters of reports. A report may know only some of them. */
export type ReportFilter = Partial<Omit<z.output<typeof decisionReportQuery>, 'for'>>;

/** Rows of a report: each has its columns' names as keys, in the columns' order. */
export type ReportRows = readonly Readonly<Record<string, CsvValue>>[];

/** A report: its columns, its filters and where its rows come from. */
export interface Report {
  readonly name: 'decisions' | 'shipments' | 'unfulfilled' | 'usage' | 'inventory';
  readonly summary: string;
  readonly description: string;
  /** The columns, in their order. */
  readonly row: z.ZodObject;
  readonly query: z.ZodObject;
  /** Whether it is about runs, which are removed after RETENTION_DAYS. */
  readonly ofRuns: boolean;
  /** Reads some rows at a time, as fast as the caller takes them. */
  readonly read: (db: Database, principal: Principal, filter: ReportFilter) => AsyncIterable<ReportRows>;
}

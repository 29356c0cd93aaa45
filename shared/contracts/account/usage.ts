import { z } from 'zod';
import { count, named } from '../common.ts';
import { periodQuery } from '../period.ts';
import { usageReportRow } from '../reports.ts';

/** What a client has used of its plan. */
export const planUsage = named('PlanUsage', {
  plan: z.string(),
  period: z.enum(['total', 'month']).describe('month: of UTC.'),
  used: count,
  limit: count.nullable().describe('null: no limit.'),
  remaining: count.nullable(),
  inventory_rows_limit: count.nullable().describe('Rows that an upload may hold; null: no limit.'),
});

export const usageQuery = z.object(periodQuery);

/** Routed orders by day, and against the plan. Test routing does not count. */
export const usageView = named('Usage', {
  plan: planUsage,
  days: z.array(usageReportRow).describe('Days on which orders were routed.'),
});

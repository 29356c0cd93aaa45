import { z } from 'zod';
import { ONLY_PRICED } from '../a/schema.ts';
import { costs, count, moment, named, statusCounts } from '../common.ts';
import { periodQuery } from '../period.ts';
import { listedRun } from '../run.ts';
import { lastSync } from './inventory.ts';
import { reasonCode } from './orders.ts';
import { planUsage } from './usage.ts';

const share = z.number().min(0).max(1).nullable();

export const PERIODS = ['24h', '7d', '30d'] as const;

export const overviewQuery = z.object({
  period: z
    .enum(PERIODS)
    .default('24h')
    .describe('The last 24 hours, or the last days up to now; from and to come before it.'),
  ...periodQuery,
  zone: z
    .string()
    .max(64)
    .refine(isZone, 'must be an IANA time zone, like America/Chicago')
    .default('UTC')
    .describe('Where days begin.'),
});

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

const counts = {
  orders: count.describe('Decisions: an order that was routed twice counts twice.'),
  ...statusCounts,
  warned_count: count.describe('Orders whose route a policy warned of.'),
  units_ordered: count,
  units_shipped: count,
  shipments: count,
};

const figures = named('Figures', {
  ...counts,
  split_rate: share.describe('Orders in several shipments of those that ship; null if none ships.'),
  fill_rate: share.describe('Units shipped of those ordered; null if none was ordered.'),
  costs: costs.exactOptional().describe(ONLY_PRICED),
});

const reason = z.strictObject({ reason: reasonCode, orders: count });

/** What happened to a ledger in a period, and what is going on. */
export const overview = named('Overview', {
  from: moment.describe('The beginning of an hour, or of a day where buckets are days.'),
  to: moment,
  bucket: z.enum(['hour', 'day']),
  figures,
  previous: figures.describe('Of the period before, which is as long.'),
  buckets: z
    .array(z.strictObject({ from: moment, ...counts }))
    .describe('The period by hour or day, without a gap; an hour may be longer where clocks are set back.'),
  unroutable: z.array(reason).describe('Why orders do not ship at all, commonest first.'),
  unfulfilled: z.array(reason).describe('Why orders ship in part only, commonest first.'),
  runs: z.strictObject({
    under_way: z.array(listedRun).describe('Up to ten, newest first.'),
    under_way_count: count,
    failed: z.array(listedRun).describe('Runs that failed in the period, or wait for a person: up to ten.'),
    failed_count: count,
    faulty: z
      .array(listedRun)
      .describe('Runs that began in the period and left invalid orders out: up to ten, newest first.'),
  }),
  changes: z
    .array(moment)
    .describe('When the configuration changed in the period: up to a hundred, newest first.'),
  usage: planUsage,
  stock: z
    .strictObject({
      ...lastSync.shape,
      usual_gap_seconds: count
        .nullable()
        .describe(
          'The usual time between two syncs: the median of the longest one of each day with a sync, of the last two weeks. ' +
            'null: there were syncs on fewer than three days.',
        ),
    })
    .nullable()
    .describe('The last sync; null if there was none.'),
});

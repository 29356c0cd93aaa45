import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { overview, overviewQuery } from '../../contracts/account/overview.ts';
import type { Queryable } from '../../db/database.ts';
import { unprepared } from '../../db/sql.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import { HOUR_COUNTS } from '../../ledger/run-store.ts';
import { costsOf, ordersIn } from '../../ledger/status-counts.ts';

type Overview = z.output<typeof overview>;

/** A period of time in whole hours. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
  /** The previous period has the same length and ends at `from`. */
  readonly previous_from: Date;
  readonly bucket: 'hour' | 'day';
  readonly zone: string;
}

/** The longest period that is shown hour by hour. */
const MAX_HOURS = 72;

const HOURS = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const;

/**
 * The period of a query, widened to whole hours, or to whole days of the zone if it is shown by days. Throws AppError
 * validation_failed for a zone that the database does not know.
 */
export async function periodOf(
  db: Queryable,
  { period, from, to, zone }: z.output<typeof overviewQuery>,
): Promise<Period> {
  const end = to ?? new Date();
  const given = from ?? new Date(end.getTime() - (HOURS[period] - 1) * HOUR_MS);
  if (given >= end) throw validationFailed([{ path: 'to', message: 'must be later than from' }], 'query');
  const bucket = end.getTime() - given.getTime() > MAX_HOURS * HOUR_MS ? 'day' : 'hour';
  const days = sql`(${from ? 0 : HOURS[period] / 24 - 1}::int * interval '1 day')`;
  const begin =
    bucket === 'hour'
      ? sql`date_trunc('hour', ${given}::timestamptz, 'UTC')`
      : from
        ? sql`date_trunc('day', ${given}::timestamptz, ${zone})`
        : sql`(date_trunc('day', ${end}::timestamptz AT TIME ZONE ${zone}) - ${days}) AT TIME ZONE ${zone}`;
  const { rows } = await db
    .query<{ begin: Date }>(unprepared(sql`SELECT ${begin} AS begin`))
    .catch((error) => {
      if ((error as { code?: string }).code !== UNKNOWN_ZONE) throw error;
      throw validationFailed(
        [{ path: 'zone', message: 'is not a time zone that the service knows' }],
        'query',
      );
    });
  const start = rows[0]!.begin;
  const previous_from = new Date(start.getTime() - (end.getTime() - start.getTime()));
  return { from: start, to: end, previous_from, bucket, zone };
}

const HOUR_MS = 3_600_000;
/** SQLSTATE invalid_parameter_value. */
const UNKNOWN_ZONE = '22023';

const SUMS = HOUR_COUNTS.map((name) => `coalesce(sum(h.${name}), 0)::bigint AS ${name}`).join(', ');

/** Of the hours `h`, those of a period. */
const IN_PERIOD = `h.hour >= date_trunc('hour', $2::timestamptz, 'UTC') AND h.hour < $3`;

type Counts = Readonly<Record<(typeof HOUR_COUNTS)[number], number>>;
type Between = Pick<Period, 'from' | 'to'>;

/** Adds up the hours of a period, with what its orders cost if the account has rates. */
export async function readFigures(
  db: Queryable,
  ledgerId: number,
  { from, to }: Between,
  isPriced: boolean,
): Promise<Overview['figures']> {
  const [{ rows }, named] = await Promise.all([
    db.query<Counts>(`SELECT ${SUMS} FROM decision_hours h WHERE h.ledger_id = $1 AND ${IN_PERIOD}`, [
      ledgerId,
      from,
      to,
    ]),
    isPriced ? readNamed(db, ledgerId, { from, to }) : null,
  ]);
  const counts = { orders: ordersIn(rows[0]!), ...rows[0]! };
  const shipped = counts.orders - counts.none_count;
  return {
    ...counts,
    split_rate: shipped === 0 ? null : (counts.split_count + counts.partial_split_count) / shipped,
    fill_rate: counts.units_ordered === 0 ? null : counts.units_shipped / counts.units_ordered,
    ...(named && {
      costs: costsOf(
        Object.fromEntries(named.map(({ kind, reason, orders }) => [`${kind} ${reason}`, orders])),
      ),
    }),
  };
}

/** Adds up each hour or day of a period. Hours and days without decisions are included. */
export async function readBuckets(
  db: Queryable,
  ledgerId: number,
  { from, to, bucket, zone }: Period,
): Promise<Overview['buckets']> {
  const { rows } = await db.query<Counts & { readonly begin: Date }>(
    `SELECT begin, ${SUMS}
     FROM (
       SELECT local AT TIME ZONE $4 AS begin, (local + ('1 ' || $5)::interval) AT TIME ZONE $4 AS finish
       FROM generate_series(date_trunc($5, $2::timestamptz AT TIME ZONE $4), $3::timestamptz AT TIME ZONE $4, ('1 ' || $5)::interval) AS t (local)
     ) AS buckets
     LEFT JOIN decision_hours h ON h.ledger_id = $1 AND h.hour >= begin AND h.hour < finish
     WHERE begin < $3::timestamptz
     GROUP BY begin ORDER BY begin`,
    [ledgerId, from, to, bucket === 'hour' ? 'UTC' : zone, bucket],
  );
  return rows.map(({ begin, ...counts }) => ({
    from: begin.toISOString(),
    orders: ordersIn(counts),
    ...counts,
  }));
}

type Reason = Overview['unroutable'][number];
type Named = { kind: 'cost' | 'unroutable' | 'unfulfilled'; reason: Reason['reason']; orders: number };

/** What hours count by name in a period: the costs of orders, and the reasons why they do not ship, the most frequent first. */
async function readNamed(db: Queryable, ledgerId: number, { from, to }: Between): Promise<Named[]> {
  const { rows } = await db.query<Named>(
    `SELECT CASE split_part(key, ' ', 1) WHEN 'cost' THEN 'cost' WHEN 'NONE' THEN 'unroutable' ELSE 'unfulfilled' END AS kind,
            split_part(key, ' ', 2) AS reason, sum(value::bigint)::bigint AS orders
     FROM decision_hours h, jsonb_each_text(h.reasons) WHERE h.ledger_id = $1 AND ${IN_PERIOD} GROUP BY 1, 2 ORDER BY 3 DESC, 2`,
    [ledgerId, from, to],
  );
  return rows;
}

/** The reasons of a period, the most frequent first. */
export async function readReasons(
  db: Queryable,
  ledgerId: number,
  between: Between,
): Promise<Pick<Overview, 'unroutable' | 'unfulfilled'>> {
  const named = await readNamed(db, ledgerId, between);
  const of = (wanted: 'unroutable' | 'unfulfilled') =>
    named.flatMap(({ kind, ...reason }) => (kind === wanted ? reason : []));
  return { unroutable: of('unroutable'), unfulfilled: of('unfulfilled') };
}

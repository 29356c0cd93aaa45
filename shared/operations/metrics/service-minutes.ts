import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { serviceDay } from '../../contracts/account/operators.ts';
import type { Queryable } from '../../db/database.ts';
import { unprepared } from '../../db/sql.ts';
import { type Counted, latencyOf } from './recent-counts.ts';

/** How often a process adds what it counted. */
export const SAMPLE_MS = 60_000;

/** Adds what a process counted to the present minute. Nothing is written if there is nothing to add. */
export async function addToMinute(db: Queryable, { orders, errors, latencies }: Counted): Promise<void> {
  if (orders === 0 && latencies.every((count) => count === 0)) return;
  await db.query(
    unprepared(sql`
      INSERT INTO service_minutes AS m (minute, orders, errors, latencies, memory_bytes)
      VALUES (date_trunc('minute', now()), ${orders}, ${errors}, ${[...latencies]}::int[], ${process.memoryUsage.rss()})
      ON CONFLICT (minute) DO UPDATE SET
        orders = m.orders + excluded.orders,
        errors = m.errors + excluded.errors,
        latencies = CASE WHEN m.latencies = '{}' THEN excluded.latencies ELSE ARRAY(
          SELECT before + more FROM unnest(m.latencies, excluded.latencies) WITH ORDINALITY AS u (before, more, ordinal)
          ORDER BY ordinal) END,
        memory_bytes = greatest(m.memory_bytes, excluded.memory_bytes)`),
  );
}

/** Writes how the service stands in the present minute: what waits, and how large the database is. */
export async function sampleService(db: Queryable): Promise<void> {
  await db.query(
    unprepared(sql`
      INSERT INTO service_minutes AS m
        (minute, latencies, memory_bytes, oldest_run_seconds, oldest_delivery_seconds, database_bytes)
      SELECT date_trunc('minute', now()), '{}', ${process.memoryUsage.rss()},
        (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::int FROM runs
         WHERE phase <> 'done' AND status IN ('queued', 'running')),
        (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::int FROM webhook_deliveries
         WHERE status = 'pending'),
        pg_database_size(current_database())
      ON CONFLICT (minute) DO UPDATE SET
        memory_bytes = greatest(m.memory_bytes, excluded.memory_bytes),
        oldest_run_seconds = excluded.oldest_run_seconds,
        oldest_delivery_seconds = excluded.oldest_delivery_seconds,
        database_bytes = excluded.database_bytes`),
  );
}

/** A row of the table. */
export interface ServiceMinute {
  readonly minute: Date;
  readonly orders: number;
  readonly errors: number;
  /** Empty: no process has added its counts. */
  readonly latencies: readonly number[];
  readonly memory_bytes: number;
  readonly oldest_run_seconds: number | null;
  readonly oldest_delivery_seconds: number | null;
  readonly database_bytes: number | null;
}

const STEP_MINUTES = 10;
const STEP_MS = STEP_MINUTES * 60_000;

/** So many clients are shown by their orders, and as many by the share that cannot ship. */
const MAX_CLIENTS = 20;

type ServiceDay = z.output<typeof serviceDay>;

/** Reads the last day of the service, and its clients by load. */
export async function readServiceDay(db: Queryable, now: Date): Promise<ServiceDay> {
  const { rows } = await db.query<ServiceMinute>(
    unprepared(sql`
      SELECT minute, orders, errors, latencies, memory_bytes, oldest_run_seconds, oldest_delivery_seconds, database_bytes
      FROM service_minutes WHERE minute > ${now}::timestamptz - interval '1 day' ORDER BY minute`),
  );
  const { rows: clients } = await db.query<ServiceDay['clients'][number]>(
    unprepared(sql`
      SELECT client, name, orders, unshipped, orders_by_hour, unshipped_by_hour FROM (
        SELECT c.slug AS client, c.name, d.*,
               row_number() OVER (ORDER BY orders DESC, c.slug) AS by_orders,
               row_number() OVER (ORDER BY unshipped::float8 / orders DESC, orders DESC, c.slug) AS by_share
        FROM clients c CROSS JOIN LATERAL (
          SELECT sum(orders)::bigint AS orders, sum(unshipped)::bigint AS unshipped,
                 array_agg(orders ORDER BY hour) AS orders_by_hour, array_agg(unshipped ORDER BY hour) AS unshipped_by_hour
          FROM (
            SELECT hours.hour,
                   coalesce(sum(full_count + split_count + partial_count + partial_split_count + none_count), 0)::int AS orders,
                   coalesce(sum(none_count), 0)::int AS unshipped
            FROM generate_series(0, 23) AS back
            CROSS JOIN LATERAL (SELECT date_trunc('hour', ${now}::timestamptz, 'UTC') - back * interval '1 hour' AS hour) AS hours
            LEFT JOIN decision_hours h
              ON h.hour = hours.hour AND h.ledger_id IN (SELECT id FROM ledgers WHERE client_id = c.id)
            GROUP BY hours.hour
          ) AS hourly
        ) AS d
        WHERE orders > 0
      ) AS ranked
      WHERE by_orders <= ${MAX_CLIENTS} OR by_share <= ${MAX_CLIENTS} ORDER BY by_orders`),
  );
  return { step_minutes: STEP_MINUTES, points: pointsOf(rows, now), clients };
}

/** Minutes as points of ten minutes each. Where no minute was written there is no point. */
export function pointsOf(minutes: readonly ServiceMinute[], now: Date): ServiceDay['points'] {
  const steps = new Map<number, ServiceMinute[]>();
  for (const minute of minutes) {
    const at = Math.floor(minute.minute.getTime() / STEP_MS) * STEP_MS;
    steps.set(at, [...(steps.get(at) ?? []), minute]);
  }
  return [...steps].map(([at, of]) => {
    const sum = (numberOf: (minute: ServiceMinute) => number) =>
      of.reduce((all, minute) => all + numberOf(minute), 0);
    const most = (name: 'oldest_run_seconds' | 'oldest_delivery_seconds' | 'memory_bytes') =>
      Math.max(0, ...of.map((minute) => minute[name] ?? 0));
    // The last step is not over.
    const seconds = Math.max(60, Math.min(STEP_MS, now.getTime() - at) / 1000);
    const longest = Math.max(0, ...of.map(({ latencies }) => latencies.length));
    const latencies = Array.from({ length: longest }, (_, index) =>
      sum((minute) => minute.latencies[index] ?? 0),
    );
    return {
      at: new Date(at).toISOString(),
      orders_per_second: Math.round((sum(({ orders }) => orders) / seconds) * 100) / 100,
      requests: latencies.reduce((all, count) => all + count, 0),
      errors: sum(({ errors }) => errors),
      latency_ms: latencyOf(latencies),
      oldest_run_seconds: most('oldest_run_seconds'),
      oldest_delivery_seconds: most('oldest_delivery_seconds'),
      database_bytes: of.findLast(({ database_bytes }) => database_bytes !== null)?.database_bytes ?? null,
      memory_bytes: most('memory_bytes'),
    };
  });
}

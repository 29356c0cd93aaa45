import type { Pool } from 'pg';
import type { Lane } from '../engine/types.ts';
import type { CacheableProvider } from './provider.ts';
import { FALLBACK_SOURCE } from './zone.ts';

/** A lane, or null where the provider knows of none, between two ZIPs. */
export interface CachedLane {
  readonly origin_zip: string;
  readonly destination_zip: string;
  readonly lane: Lane | null;
}

interface LaneCacheRow {
  readonly origin_zip: string;
  readonly destination_zip: string;
  readonly transit_days: number | null;
  readonly distance_miles: number | null;
  readonly source: string;
  readonly age_ms: number;
}

/**
 * All lanes that are cached between some origins and some destinations, in one query. Ages are reckoned by the
 * database's clock, so that machines may differ.
 * Origins are looked up one by one (OFFSET 0 keeps the planner from joining them): a third of the time that two lists
 * in one condition take for 1,000 destinations, the same time for few.
 */
export async function readCachedLanes(
  pool: Pool,
  provider: Pick<CacheableProvider, 'cache_key'>,
  origins: readonly string[],
  destinations: readonly string[],
): Promise<(CachedLane & { readonly age_ms: number })[]> {
  const { rows } = await pool.query<LaneCacheRow>(
    `SELECT origin_zip, destination_zip, transit_days, distance_miles, source,
            extract(epoch FROM now() - resolved_at)::float8 * 1000 AS age_ms
     FROM unnest($2::text[]) AS origin
     CROSS JOIN LATERAL (
       SELECT * FROM lane_cache
       WHERE provider = $1 AND origin_zip = origin AND destination_zip = ANY($3) OFFSET 0
     ) AS cached`,
    [provider.cache_key, origins, destinations],
  );
  return rows.map(({ origin_zip, destination_zip, transit_days, distance_miles, source, age_ms }) => ({
    origin_zip,
    destination_zip,
    lane: transit_days === null ? null : { transit_days, distance_miles, source },
    age_ms,
  }));
}

/**
 * Writes lanes in bulk. A pair that is there keeps its lane where the provider's answers never change, and
 * never gives up a carrier's answer for one in its place. A column travels as one text: the driver
 * would spend longer on writing arrays than the database on all the rest.
 */
export async function writeCachedLanes(
  pool: Pool,
  { cache_key, client_id, lifetime }: Pick<CacheableProvider, 'cache_key' | 'client_id' | 'lifetime'>,
  lanes: readonly CachedLane[],
): Promise<void> {
  const column = (field: (cached: CachedLane) => string | number | null | undefined) =>
    lanes.map(field).join();
  // Sorted, so that two processes that write the same pairs never wait for each other in a ring.
  await pool.query(
    `INSERT INTO lane_cache AS old
       (provider, client_id, origin_zip, destination_zip, transit_days, distance_miles, source)
     SELECT $1, $2, origin_zip, destination_zip, transit_days::smallint, distance_miles::real, source
     FROM unnest(
       string_to_array($3, ','), string_to_array($4, ','), string_to_array($5, ',', ''),
       string_to_array($6, ',', ''), string_to_array($7, ',')
     ) AS lane (origin_zip, destination_zip, transit_days, distance_miles, source)
     ORDER BY origin_zip, destination_zip
     ON CONFLICT (provider, origin_zip, destination_zip) DO UPDATE
     SET transit_days = excluded.transit_days, distance_miles = excluded.distance_miles,
         source = excluded.source, resolved_at = excluded.resolved_at
     WHERE $8 AND (excluded.source <> '${FALLBACK_SOURCE}' OR old.source = '${FALLBACK_SOURCE}')`,
    [
      cache_key,
      client_id,
      column((cached) => cached.origin_zip),
      column((cached) => cached.destination_zip),
      column((cached) => cached.lane?.transit_days),
      column((cached) => cached.lane?.distance_miles),
      column((cached) => cached.lane?.source ?? 'none'),
      Number.isFinite(lifetime.stale_after_ms),
    ],
  );
}

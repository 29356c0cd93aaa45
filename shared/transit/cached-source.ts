import type { Pool } from 'pg';
import type { Lane } from '../engine/types.ts';
import { type CachedLane, readCachedLanes, writeCachedLanes } from './lane-cache.ts';
import {
  FALLBACK_LIFETIME,
  type KnownLanes,
  type LanePair,
  type LaneProvider,
  type LaneSource,
  type Lifetime,
  type Origin,
  type Urgency,
} from './provider.ts';
import { sharedLane } from './shared-lanes.ts';
import { FALLBACK_SOURCE, fallbackLane } from './zone.ts';

/** Reports problems that fail no request: a failed write, a silent carrier. */
export interface LaneLogger {
  warn(details: object, message: string): void;
}

/** A lane, and how long it may be used. */
interface TimedLane {
  readonly lane: Lane | null;
  readonly refresh_at: number;
  readonly stale_at: number;
}

interface CachedSourceDeps {
  readonly pool: Pool;
  readonly logger: LaneLogger | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The most lanes of a statement. Another process that writes one of them at the same time waits for the whole
 * statement.
 */
const LANES_A_WRITE = 2000;

/** By destination, then by origin. */
type Known = Map<string, Map<string, TimedLane>>;

/**
 * Looks lanes up in lane_cache, and asks the provider for lanes that are missing or too old. Lanes to refresh are asked
 * for only if no request waits. The answers are written to lane_cache, for other processes. If the provider fails, its
 * last answer is used, or without one the lane of the zone provider, whose source says that it is a fallback.
 */
export function cachedSource({ pool, logger, now }: CachedSourceDeps, provider: LaneProvider): LaneSource {
  function timed(lane: Lane | null, age_ms: number, lifetime = lifetimeOf(lane)): TimedLane {
    const answeredAt = now() - age_ms;
    return {
      lane,
      refresh_at: answeredAt + lifetime.refresh_after_ms,
      stale_at: answeredAt + lifetime.stale_after_ms,
    };
  }

  function lifetimeOf(lane: Lane | null): Lifetime {
    return lane?.source === FALLBACK_SOURCE ? FALLBACK_LIFETIME : provider.lifetime;
  }

  /** The lane that is used if the provider fails: its last answer (null: no lane), or else the zone provider's lane. */
  function fallbackFor({ origin, destination_zip }: LanePair, before: Lane | null | undefined): TimedLane {
    return before === undefined || before?.source === FALLBACK_SOURCE
      ? timed(fallbackLane(origin.zip, destination_zip), 0)
      : timed(before, 0, FALLBACK_LIFETIME);
  }

  async function read(distinct: readonly Origin[], destinations: readonly string[]): Promise<Known> {
    const known: Known = new Map(destinations.map((zip) => [zip, new Map()]));
    const origins = distinct.map((origin) => origin.zip);
    for (const cached of await readCachedLanes(pool, provider, origins, destinations)) {
      known.get(cached.destination_zip)!.set(cached.origin_zip, timed(cached.lane, cached.age_ms));
    }
    return known;
  }

  function missing(distinct: readonly Origin[], known: Known, urgency: Urgency): LanePair[] {
    const at = now();
    const isGood = (lane: TimedLane | undefined) =>
      lane !== undefined && (urgency === 'refresh' ? lane.refresh_at : lane.stale_at) > at;
    return [...known].flatMap(([destination_zip, from]) =>
      distinct
        .filter((origin) => !isGood(from.get(origin.zip)))
        .map((origin) => ({ origin, destination_zip })),
    );
  }

  async function ask(pairs: readonly LanePair[], known: Known, urgency: Urgency): Promise<void> {
    const answers = await provider.lookUp(pairs, urgency);
    const news: CachedLane[] = [];
    const failures: string[] = [];
    pairs.forEach((pair, index) => {
      const { origin, destination_zip } = pair;
      const from = known.get(destination_zip)!;
      const answer = answers[index]!;
      if ('failure' in answer) failures.push(answer.failure);
      const answered = 'failure' in answer ? null : timed(answer.lane, 0);
      const lane = answered ?? fallbackFor(pair, from.get(origin.zip)?.lane);
      if (answered !== null || lane.lane?.source === FALLBACK_SOURCE) {
        news.push({ origin_zip: origin.zip, destination_zip, lane: lane.lane });
      }
      from.set(origin.zip, lane);
    });
    await write(news);
    if (failures.length > 0) {
      logger?.warn(
        { provider: provider.cache_key, asked: pairs.length, failed: failures.length, first: failures[0] },
        'the carrier did not answer for all lanes',
      );
    }
  }

  /** An answer is good for its request, too, if it cannot be written. */
  async function write(news: readonly CachedLane[]): Promise<void> {
    try {
      for (let first = 0; first < news.length; first += LANES_A_WRITE)
        await writeCachedLanes(pool, provider, news.slice(first, first + LANES_A_WRITE));
    } catch (error) {
      logger?.warn({ err: error, lanes: news.length }, 'lanes were not cached');
    }
  }

  return {
    async lanes(origins, destinations, urgency) {
      const enabled = origins.filter((origin) => origin !== null);
      // Warehouses with the same ZIP have the same lanes.
      const distinct = [...new Map(enabled.map((origin) => [origin.zip, origin])).values()];
      const known = await read(distinct, destinations);
      const asked = missing(distinct, known, urgency);
      if (asked.length > 0) await ask(asked, known, urgency);
      return destinations.map((zip) =>
        mergeLanes(origins.map((origin) => origin && known.get(zip)!.get(origin.zip)!)),
      );
    },
  };
}

/** Some lanes, which are good until the first of them is not; null: a warehouse that has none. */
function mergeLanes(lanes: readonly (TimedLane | null)[]): KnownLanes {
  const known = lanes.filter((lane) => lane !== null);
  return {
    lanes: lanes.map((timed) => timed && sharedLane(timed.lane)),
    refresh_at: Math.min(...known.map(({ refresh_at }) => refresh_at)),
    stale_at: Math.min(...known.map(({ stale_at }) => stale_at)),
  };
}

import type { Pool } from 'pg';
import type { Lane } from '../engine/types.ts';
import { type CachedLane, readCachedLanes, writeCachedLanes } from './lane-cache.ts';
import type { KnownLanes, LaneSource } from './lane-source.ts';
import { STAND_IN_LIFETIME } from './lifetimes.ts';
import type { CacheableProvider, LanePair, Lifetime, Origin, Urgency } from './provider.ts';
import { FALLBACK_SOURCE, fallbackLane } from './zone.ts';

/** Lanes that cost nothing to find out are written so much later: who asked for them has the answer by then. */
const WRITE_AFTER_MS = 1000;

/** Who writes one of these lanes at the same time waits for the whole statement. */
const LANES_A_WRITE = 2000;

/** Where is told what costs no answer: a write that failed, a carrier that did not answer. */
export interface LaneLogger {
  warn(details: object, message: string): void;
}

/** A provider behind lane_cache. */
export interface CachedSource extends LaneSource {
  /** Waits for the writes under way. */
  close(): Promise<void>;
}

interface CachedSourceDeps {
  readonly pool: Pool;
  readonly logger: LaneLogger | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A lane, and until when it is good. */
interface TimedLane {
  readonly lane: Lane | null;
  readonly refresh_at: number;
  readonly stale_at: number;
}

/** A lane that the provider has told and that lane_cache does not have yet. */
interface News extends CachedLane {
  readonly timed: TimedLane;
}

const pairKey = (origin_zip: string, destination_zip: string) => `${origin_zip} ${destination_zip}`;

/** By destination, then by origin. */
type Known = Map<string, Map<string, TimedLane>>;

/**
 * Looks lanes up in lane_cache, asks the provider for those that are not there or too old (old enough to be
 * refreshed, where nobody waits), and writes its answers while the caller goes on. Where the provider cannot
 * say, the lane that it told before is used on; where it never told one, the zone provider's, which says so.
 */
export function cachedSource(
  { pool, logger, now }: CachedSourceDeps,
  provider: CacheableProvider,
): CachedSource {
  /** By their pair: of two clients with warehouses at one place both may have asked. */
  let unwritten = new Map<string, News>();
  /** Under way, with what is written: as long as it is not in lane_cache, it is not to be asked for again. */
  const writes = new Map<ReadonlyMap<string, News>, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  // What never changes is found out in no time, too. Another process is not to ask for what a carrier told.
  const writeAfterMs = Number.isFinite(provider.lifetime.stale_after_ms) ? 0 : WRITE_AFTER_MS;

  function write(lanes: readonly News[]): void {
    for (const lane of lanes) unwritten.set(pairKey(lane.origin_zip, lane.destination_zip), lane);
    // Not before the caller has gone on to wait for something else: thousands of lanes take a while to write down.
    timer ??= setTimeout(writeNow, writeAfterMs).unref();
  }

  function writeNow(): void {
    clearTimeout(timer);
    timer = undefined;
    const lanes = unwritten;
    unwritten = new Map();
    const writing = writeInParts([...lanes.values()])
      .catch((error: unknown) => logger?.warn({ err: error, lanes: lanes.size }, 'lanes were not cached'))
      .finally(() => writes.delete(lanes));
    writes.set(lanes, writing);
  }

  async function writeInParts(lanes: readonly CachedLane[]): Promise<void> {
    for (let from = 0; from < lanes.length; from += LANES_A_WRITE) {
      await writeCachedLanes(pool, provider, lanes.slice(from, from + LANES_A_WRITE));
    }
  }

  function timed(lane: Lane | null, age_ms: number, lifetime = lifetimeOf(lane)): TimedLane {
    const told = now() - age_ms;
    return {
      lane,
      refresh_at: told + lifetime.refresh_after_ms,
      stale_at: told + lifetime.stale_after_ms,
    };
  }

  function lifetimeOf(lane: Lane | null): Lifetime {
    return lane?.source === FALLBACK_SOURCE ? STAND_IN_LIFETIME : provider.lifetime;
  }

  /** What is used in place of an answer: what was told before (null: no lane), else the zone provider's lane. */
  function standIn({ origin, destination_zip }: LanePair, told: Lane | null | undefined): TimedLane {
    return told === undefined || told?.source === FALLBACK_SOURCE
      ? timed(fallbackLane(origin.zip, destination_zip), 0)
      : timed(told, 0, STAND_IN_LIFETIME);
  }

  async function read(places: readonly Origin[], destinations: readonly string[]): Promise<Known> {
    const known: Known = new Map(destinations.map((zip) => [zip, new Map()]));
    const origins = places.map((origin) => origin.zip);
    // Looked for first: what is written meanwhile would be found in neither place.
    const news = findToldOnly(origins, destinations);
    for (const cached of await readCachedLanes(pool, provider, origins, destinations)) {
      known.get(cached.destination_zip)!.set(cached.origin_zip, timed(cached.lane, cached.age_ms));
    }
    for (const lane of news) known.get(lane.destination_zip)!.set(lane.origin_zip, lane.timed);
    return known;
  }

  /** What is told and not known to be written, the later behind the earlier. */
  function findToldOnly(origins: readonly string[], destinations: readonly string[]): News[] {
    const told = [...writes.keys(), unwritten].filter(({ size }) => size > 0);
    if (told.length === 0) return [];
    const pairs = destinations.flatMap((destination) =>
      origins.map((origin) => pairKey(origin, destination)),
    );
    return told.flatMap((lanes) => pairs.flatMap((pair) => lanes.get(pair) ?? []));
  }

  function missing(places: readonly Origin[], known: Known, urgency: Urgency): LanePair[] {
    const at = now();
    const isGood = (lane: TimedLane | undefined) =>
      lane !== undefined && (urgency === 'refresh' ? lane.refresh_at : lane.stale_at) > at;
    return [...known].flatMap(([destination_zip, from]) =>
      places.filter((origin) => !isGood(from.get(origin.zip))).map((origin) => ({ origin, destination_zip })),
    );
  }

  async function ask(pairs: readonly LanePair[], known: Known, urgency: Urgency): Promise<void> {
    const answers = await provider.lookUp(pairs, urgency);
    const news: News[] = [];
    const failures: string[] = [];
    pairs.forEach((pair, index) => {
      const { origin, destination_zip } = pair;
      const from = known.get(destination_zip)!;
      const answer = answers[index]!;
      if ('failure' in answer) failures.push(answer.failure);
      const told = 'failure' in answer ? null : timed(answer.lane, 0);
      const lane = told ?? standIn(pair, from.get(origin.zip)?.lane);
      if (told !== null || lane.lane?.source === FALLBACK_SOURCE) {
        news.push({ origin_zip: origin.zip, destination_zip, lane: lane.lane, timed: lane });
      }
      from.set(origin.zip, lane);
    });
    if (news.length > 0) write(news);
    if (failures.length > 0) {
      logger?.warn(
        { provider: provider.cache_key, asked: pairs.length, failed: failures.length, first: failures[0] },
        'the carrier did not tell all lanes',
      );
    }
  }

  return {
    async lanes(origins, destinations, urgency) {
      // Warehouses of one ZIP have the same lanes.
      const places = [...new Map(origins.map((origin) => [origin.zip, origin])).values()];
      const known = await read(places, destinations);
      const asked = missing(places, known, urgency);
      if (asked.length > 0) await ask(asked, known, urgency);
      return destinations.map((zip) => together(origins.map((origin) => known.get(zip)!.get(origin.zip)!)));
    },
    async close() {
      writeNow();
      await Promise.all(writes.values());
    },
  };
}

function together(lanes: readonly TimedLane[]): KnownLanes {
  return {
    lanes: lanes.map(({ lane }) => lane),
    refresh_at: Math.min(...lanes.map(({ refresh_at }) => refresh_at)),
    stale_at: Math.min(...lanes.map(({ stale_at }) => stale_at)),
  };
}

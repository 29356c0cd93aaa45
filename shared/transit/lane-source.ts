import type { Lane } from '../engine/types.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { LaneProvider, Origin, Urgency } from './provider.ts';

/** All lanes to one destination, and how long they may be used. */
export interface KnownLanes {
  /** In the order of the origins; null: there is no lane. */
  readonly lanes: readonly (Lane | null)[];
  /** From this time on they are refreshed in the background. In milliseconds since 1970. */
  readonly refresh_at: number;
  /** From this time on they are not used any more. */
  readonly stale_at: number;
}

/** The source of a resolver's lanes: a provider, with or without a cache. */
export interface LaneSource {
  /** The lanes from all these origins, in the order of the destinations. */
  lanes(
    origins: readonly Origin[],
    destinations: readonly string[],
    urgency: Urgency,
  ): Promise<readonly KnownLanes[]>;
}

/**
 * A provider without a cache, because it is faster than a cache and its lanes never change. Throws AppError unavailable
 * if it fails.
 */
export function directSource(provider: LaneProvider): LaneSource {
  return {
    async lanes(origins, destinations, urgency) {
      const pairs = destinations.flatMap((destination_zip) =>
        origins.map((origin) => ({ origin, destination_zip })),
      );
      const answers = await provider.lookUp(pairs, urgency);
      const lanes = answers.map((answer) => {
        if ('failure' in answer) throw new AppError('unavailable', undefined, { cause: answer.failure });
        return answer.lane;
      });
      return destinations.map((_zip, index) => ({
        lanes: lanes.slice(index * origins.length, (index + 1) * origins.length),
        refresh_at: Number.POSITIVE_INFINITY,
        stale_at: Number.POSITIVE_INFINITY,
      }));
    },
  };
}

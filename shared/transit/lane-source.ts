import type { Lane } from '../engine/types.ts';
import { AppError } from '../errors/app-error.ts';
import type { LaneProvider, Origin, Urgency } from './provider.ts';

/** All lanes to one destination, and until when they are good. */
export interface KnownLanes {
  /** By the index of the origins that were asked for; null where there is no lane. */
  readonly lanes: readonly (Lane | null)[];
  /** From this time on (milliseconds since 1970) they are asked for again in the background. */
  readonly refresh_at: number;
  /** From this time on they are not used any more. */
  readonly stale_at: number;
}

/** Where the resolver has its lanes from: a provider, behind a cache where that is worth it. */
export interface LaneSource {
  /** The lanes from all these origins, in the order of the destinations. */
  lanes(
    origins: readonly Origin[],
    destinations: readonly string[],
    urgency: Urgency,
  ): Promise<readonly KnownLanes[]>;
}

/** A provider that is quicker than any cache and never changes its mind. Throws AppError unavailable where it fails. */
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

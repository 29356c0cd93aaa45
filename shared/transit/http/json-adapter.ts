import { z } from 'zod';
import { type LaneAnswer, pairKey } from '../provider.ts';
import { type CarrierAdapter, CarrierFailure, carrierDays } from './carrier-adapter.ts';
import type { JsonTransit } from './http-transit.ts';

const SOURCE = 'http';

const answerShape = z.object({ lanes: z.array(z.unknown()) });

/** A lane of an answer. Other keys are ignored. transit_days null: there is no lane. */
const laneShape = z.object({
  origin_zip: z.string(),
  destination_zip: z.string(),
  transit_days: carrierDays.nullable(),
  distance_miles: z.number().min(0).max(25_000).nullish(),
});

/** The protocol of docs/reference/lanes.md, for a client's own service. */
export function jsonAdapter({ url, lanes_per_call }: JsonTransit): CarrierAdapter {
  return {
    source: SOURCE,
    url,
    lanes_per_call,
    authorization: (secret) => `Bearer ${secret}`,
    request: (pairs) => ({
      lanes: pairs.map((pair) => ({
        origin_zip: pair.origin.zip,
        destination_zip: pair.destination_zip,
      })),
    }),
    read(answer, pairs) {
      const { success, data } = answerShape.safeParse(answer);
      if (!success) {
        throw new CarrierFailure('answered without a list of lanes');
      }
      const answered = new Map<string, LaneAnswer>();
      for (const element of data.lanes) {
        const lane = laneShape.safeParse(element).data;
        // An element that cannot be read counts as left out, because its pair is not known.
        if (lane !== undefined)
          answered.set(pairKey(lane.origin_zip, lane.destination_zip), laneAnswer(lane));
      }
      return pairs.map(
        (pair) =>
          answered.get(pairKey(pair.origin.zip, pair.destination_zip)) ?? { failure: 'left a lane out' },
      );
    },
  };
}

function laneAnswer({ transit_days, distance_miles }: z.output<typeof laneShape>): LaneAnswer {
  return {
    lane:
      transit_days === null ? null : { transit_days, distance_miles: distance_miles ?? null, source: SOURCE },
  };
}

import { z } from 'zod';
import { DAY_MS } from '../../engine/rules/departures.ts';
import { type CarrierAdapter, CarrierFailure, carrierDays } from './carrier-adapter.ts';
import type { EasyPostTransit } from './http-transit.ts';

const SOURCE = 'easypost';
const answerShape = z.object({
  from_zip: z.string(),
  to_zip: z.string(),
  results: z.array(
    z.object({
      carrier: z.string(),
      service: z.string(),
      easypost_time_in_transit_data: z.unknown(),
    }),
  ),
});

/**
 * EasyPost's Smart Deliver By (https://docs.easypost.com/docs/smartrate): the days that parcels of a carrier's services
 * took between two ZIPs, in percentiles. A call answers for one pair. The API key is the user of HTTP Basic
 * authentication, without a password.
 */
export function easypostAdapter({ url, carrier, service, percentile }: EasyPostTransit): CarrierAdapter {
  const timeInTransit = z.object({
    days_in_transit: z.object({ [`percentile_${percentile}`]: carrierDays }),
  });
  return {
    source: SOURCE,
    url,
    lanes_per_call: 1,
    authorization: (secret) => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
    request: ([pair], today) => ({
      from_zip: pair!.origin.zip,
      to_zip: pair!.destination_zip,
      planned_ship_date: nextMonday(today),
      carriers: [carrier],
    }),
    read(answer, [pair]) {
      const { success, data } = answerShape.safeParse(answer);
      if (!success) {
        throw new CarrierFailure('answered in another shape');
      }
      if (data.from_zip !== pair!.origin.zip || data.to_zip !== pair!.destination_zip) {
        throw new CarrierFailure('answered about another lane');
      }
      const result = data.results.find(
        (result) => sameName(result.carrier, carrier) && sameName(result.service, service),
      );
      // Without an estimate there may still be a service: perhaps too few parcels were sent on this lane.
      if (result === undefined) return [{ failure: `has no estimate of ${carrier} ${service}` }];
      const days = timeInTransit.safeParse(result.easypost_time_in_transit_data);
      if (!days.success) return [{ failure: `gave no days for ${carrier} ${service}` }];
      const transit_days = Object.values(days.data.days_in_transit)[0]!;
      return [{ lane: { transit_days, distance_miles: null, source: SOURCE } }];
    },
  };
}

/** Whether two names are the same in any case. EasyPost's examples have both `usps` and `USPS`. */
function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/**
 * The Monday after a day, as YYYY-MM-DD. EasyPost counts all days, this service counts business days. For a parcel that
 * is sent on a Monday both are the same until Friday, and the answer does not depend on the day of the call.
 */
function nextMonday(today: Date): string {
  const days = (8 - today.getUTCDay()) % 7 || 7;
  return new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

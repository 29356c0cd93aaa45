/**
 * The numbers behind the zone provider (decision-rules.md section 6). Changing one changes lanes that are
 * already in lane_cache: raise GROUND_TABLE_VERSION with it.
 */
export const GROUND_TABLE_VERSION = 1;

/**
 * Zones by great-circle miles. Bands: zones 2 to 8 of UPS and FedEx, which USPS has too, with a zone 1 of the
 * first 50 miles (Domestic Mail Manual 604; shipbob.com/blog/shipping-zones lists all three alike).
 *
 * Days: no carrier publishes days by zone. UPS and FedEx publish 1 to 5 business days for ground within the
 * contiguous states, and a map for each origin, on which the first band is a day away and the other coast five.
 * Readings of such maps give 1 day for zone 2, 2 for 3, 2 to 3 for 4, 3 for 5, 3 to 4 for 6, 4 for 7 and 4 to 5
 * for 8. Where there are two, these are the nearer for 4, of which most is within two days' drive, and the later
 * for 6 and 8. A client to whom a day matters imports its carrier's table or asks its carrier (docs/transit.md).
 */
export const GROUND_ZONES = [
  { zone: 2, up_to_miles: 150, days: 1 },
  { zone: 3, up_to_miles: 300, days: 2 },
  { zone: 4, up_to_miles: 600, days: 2 },
  { zone: 5, up_to_miles: 1000, days: 3 },
  { zone: 6, up_to_miles: 1400, days: 4 },
  { zone: 7, up_to_miles: 1800, days: 4 },
  { zone: 8, up_to_miles: Number.POSITIVE_INFINITY, days: 5 },
] as const;

/** A part of the postal United States that ground carriers serve in their own time. */
export type Region =
  | 'mainland'
  | 'alaska'
  | 'hawaii'
  | 'caribbean'
  | 'pacific'
  | 'armed_forces_americas'
  | 'armed_forces_europe'
  | 'armed_forces_pacific';

interface RegionService {
  /** USPS state codes; a state named nowhere is mainland. */
  readonly states: readonly string[];
  /** Days that leaving or entering the region adds to the days of the zone. Within a region nothing is added. */
  readonly extra_days: number;
  /** Where carriers hand military mail over; distances are measured to it, as an APO's place is not public. */
  readonly gateway_zip?: string;
}

/** Each with the source of its extra days. */
export const REGIONS: Readonly<Record<Region, RegionService>> = {
  mainland: { states: [], extra_days: 0 },
  // FedEx Ground: 3 to 7 business days to Alaska and Hawaii, against 1 to 5 within the contiguous states.
  alaska: { states: ['AK'], extra_days: 2 },
  hawaii: { states: ['HI'], extra_days: 2 },
  // The published Jacksonville-San Juan sailings that UPS Ground and Package Services ride: three days.
  caribbean: { states: ['PR', 'VI'], extra_days: 3 },
  // UPS Freight's Hawaii/Guam coverage page: 5 days' sailing to Honolulu and 12 on to Guam; within the 4 to 29
  // days of Package Services to non-contiguous areas (39 CFR part 121, appendix A, table 2).
  pacific: { states: ['GU', 'MP', 'AS', 'PW', 'FM', 'MH'], extra_days: 17 },
  // USPS Publication 640 and the yearly military mailing dates: 10 to 15 days for a parcel by air, of which 10
  // from the gateway on. Gateways: Miami, New York JFK, San Francisco.
  armed_forces_americas: { states: ['AA'], extra_days: 10, gateway_zip: '33152' },
  armed_forces_europe: { states: ['AE'], extra_days: 10, gateway_zip: '11430' },
  armed_forces_pacific: { states: ['AP'], extra_days: 10, gateway_zip: '94128' },
};

/** Ground days over a distance between two regions. */
export function groundDays(miles: number, from: Region, to: Region): number {
  const { zone } = GROUND_ZONES.find((band) => miles <= band.up_to_miles)!;
  return zoneDays(zone, from, to);
}

/**
 * Ground days to a zone of a carrier's chart. Zone 1 is USPS's first 50 miles, which are zone 2 with the others;
 * a zone beyond 8 is one outside the contiguous states (UPS 44 to 46, FedEx 9 and up, USPS 9), as far as any.
 */
export function zoneDays(zone: number, from: Region, to: Region): number {
  const { days } = GROUND_ZONES.find((band) => zone <= band.zone) ?? GROUND_ZONES.at(-1)!;
  return days + (from === to ? 0 : REGIONS[from].extra_days + REGIONS[to].extra_days);
}

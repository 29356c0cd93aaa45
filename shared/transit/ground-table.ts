/**
 * Zones by great-circle miles. They are zones 2 to 8 of UPS and FedEx. USPS has the same, and a zone 1 of the first 50
 * miles (Domestic Mail Manual 604; shipbob.com/blog/shipping-zones lists the zones of all three).
 *
 * No carrier publishes days by zone. UPS and FedEx publish 1 to 5 business days for ground within the contiguous
 * states, and a map for each origin, on which the first zone takes one day and the other coast five. Such maps give 1
 * day for zone 2, 2 for zone 3, 2 to 3 for zone 4, 3 for zone 5, 3 to 4 for zone 6, 4 for zone 7 and 4 to 5 for zone 8.
 * Of two numbers, zone 4 has the smaller one, because most of it is within two days' drive, and zones 6 and 8 have the
 * larger one. A client who needs exact days imports its carrier's table or connects its carrier (docs/reference/lanes.md).
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

/** A part of the postal United States for which ground carriers need extra days. */
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
  /** USPS state codes. A state that no region has is mainland. */
  readonly states: readonly string[];
  /**
   * Days that a parcel into or out of the region needs in addition to the days of the zone. Within a region there are
   * none.
   */
  readonly extra_days: number;
  /**
   * The ZIP at which carriers hand over military mail. Distances are measured to it, because the place of an APO is not
   * public.
   */
  readonly gateway_zip?: string;
}

/** The regions, each with the source of its extra days. */
export const REGIONS: Readonly<Record<Region, RegionService>> = {
  mainland: { states: [], extra_days: 0 },
  // FedEx Ground: 3 to 7 business days to Alaska and Hawaii, against 1 to 5 within the contiguous states.
  alaska: { states: ['AK'], extra_days: 2 },
  hawaii: { states: ['HI'], extra_days: 2 },
  // UPS Ground and Package Services use the ships from Jacksonville to San Juan, which take three days.
  caribbean: { states: ['PR', 'VI'], extra_days: 3 },
  // UPS Freight's Hawaii/Guam coverage page: 5 days by ship to Honolulu and 12 more to Guam. This is within the 4 to 29
  // days of Package Services to non-contiguous areas (39 CFR part 121, appendix A, table 2).
  pacific: { states: ['GU', 'MP', 'AS', 'PW', 'FM', 'MH'], extra_days: 17 },
  // USPS Publication 640 and the yearly military mailing dates: 10 to 15 days for a parcel by air, 10 of them after the
  // gateway. The gateways are Miami, New York JFK and San Francisco.
  armed_forces_americas: { states: ['AA'], extra_days: 10, gateway_zip: '33152' },
  armed_forces_europe: { states: ['AE'], extra_days: 10, gateway_zip: '11430' },
  armed_forces_pacific: { states: ['AP'], extra_days: 10, gateway_zip: '94128' },
};

/** Ground days for a distance between two regions. */
export function groundDays(miles: number, from: Region, to: Region): number {
  const { zone } = GROUND_ZONES.find((band) => miles <= band.up_to_miles)!;
  return zoneDays(zone, from, to);
}

/**
 * Ground days to a zone of a carrier's chart. Zone 1, the first 50 miles of USPS, counts as zone 2. A zone above 8 is
 * outside the contiguous states (UPS 44 to 46, FedEx 9 and more, USPS 9) and counts as zone 8.
 */
export function zoneDays(zone: number, from: Region, to: Region): number {
  const { days } = GROUND_ZONES.find((band) => zone <= band.zone) ?? GROUND_ZONES.at(-1)!;
  return days + (from === to ? 0 : REGIONS[from].extra_days + REGIONS[to].extra_days);
}

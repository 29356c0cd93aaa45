const MAX_TRANSIT_DAYS = 365;

/** The fault of a text for which `parseDays` returns null. */
export const DAYS_RULE = `must be a whole number from 0 to ${MAX_TRANSIT_DAYS}`;

/** The days in a cell; null: it is no number of days. */
export function parseDays(text: string): number | null {
  return /^\d{1,3}$/.test(text) && Number(text) <= MAX_TRANSIT_DAYS ? Number(text) : null;
}

const MAX_TRANSIT_DAYS = 365;

/** What `parseDays` takes, for the fault where it gives null. */
export const DAYS_RULE = `must be a whole number from 0 to ${MAX_TRANSIT_DAYS}`;

/** The days that a cell of a table says, null where it says none. */
export function parseDays(text: string): number | null {
  return /^\d{1,3}$/.test(text) && Number(text) <= MAX_TRANSIT_DAYS ? Number(text) : null;
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|z|[+-]\d\d(?::?\d\d)?)?)?$/;
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads an ISO 8601 date or timestamp as milliseconds since 1970; null if it is not one. Without a zone it is in UTC; a
 * date is its midnight. Fractions finer than milliseconds are cut.
 */
export function parseTimestamp(text: string): number | null {
  const parts = ISO.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = parts;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  const offset = offsetMinutes(zone);
  if (offset === null) return null;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const minutes = Number(hour) * 60 + Number(minute) - offset;
  const time = date.getTime() + minutes * 60_000 + Number(second) * 1000 + milliseconds;
  return time < EARLIEST || time > LATEST ? null : time;
}

/** A text that was to be a moment: its offset follows a space, as the + was not escaped in a URL. */
const LOST_PLUS = /T.* (\d\d:?\d\d)$/i;

/** What is wrong with a text that is no moment: `what` it must be, or that the + of its offset was lost. */
export function momentFault(text: unknown, what: string): string {
  const [, offset] = LOST_PLUS.exec(String(text)) ?? [];
  return offset === undefined
    ? what
    : `has a space before ${offset}: in a URL, + is written %2B (%2B${offset})`;
}

/** Reads the same to the microsecond and returns it in UTC, with three or six decimals; null if it is not one. */
export function canonicalTimestamp(text: string): string | null {
  const time = parseTimestamp(text);
  if (time === null) return null;
  const [, microseconds = ''] = /[.,]\d{3}(\d{1,3})/.exec(text) ?? [];
  return withoutZeros(new Date(time).toISOString().replace('Z', `${microseconds.padEnd(3, '0')}Z`));
}

/** A moment that is written with six decimals, with three if the others are zeros. */
export function withoutZeros(moment: string): string {
  return moment.replace(/000Z$/, 'Z');
}

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return null;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

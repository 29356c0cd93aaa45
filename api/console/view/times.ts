const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds of a day. */
export const DAY_MS = DAY * 1000;

/** Milliseconds as people say them: `340 ms`, `1.3 s`, `4 min`, `2 h 5 min`, `3 days`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < DAY) {
    const minutes = Math.round((seconds % HOUR) / MINUTE);
    return `${Math.floor(seconds / HOUR)} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  }
  const days = Math.round(seconds / DAY);
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** How long ago, or ahead: `just now`, `4 min ago`, `in 2 h`. Null if it is more than a month. */
export function relative(moment: Date, now: Date): string | null {
  const ms = now.getTime() - moment.getTime();
  const span = Math.abs(ms);
  if (span < 10_000) return 'just now';
  if (span > 30 * DAY * 1000) return null;
  const words = span < MINUTE * 1000 ? `${Math.round(span / 1000)} s` : coarse(span / 1000);
  return ms > 0 ? `${words} ago` : `in ${words}`;
}

function coarse(seconds: number): string {
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < DAY) return `${Math.round(seconds / HOUR)} h`;
  const days = Math.round(seconds / DAY);
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** The name of the reader's time zone. */
export const readersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Day and time in a zone, to the second: `22 Nov 2026, 09:14:22`. */
export function exact(moment: Date, timeZone = readersZone()): string {
  return moment.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone });
}

/** The date in a zone as people write it: `22 Nov 2026`. */
export function date(moment: Date, timeZone = readersZone()): string {
  return moment.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone });
}

/** The moment at which a day such as `2026-11-22` begins for the reader, or a day some days later. */
export function startOfDay(date: string, daysLater = 0): string {
  const [year, month, dayOfMonth] = date.split('-').map(Number);
  return new Date(year!, month! - 1, dayOfMonth! + daysLater).toISOString();
}

/** Whether a filter names a moment such as `2026-11-22T14:00:00Z`, and not a whole day. */
export const isMoment = (value: string) => value.includes('T');

/** The period of two filters: from a moment or the beginning of a day, to a moment or the end of a day. */
export function periodOf({
  from,
  to,
}: {
  readonly from: string | undefined;
  readonly to: string | undefined;
}) {
  const momentOf = (value: string, daysLater: number) =>
    isMoment(value) ? new Date(value).toISOString() : startOfDay(value, daysLater);
  return { ...(from && { from: momentOf(from, 0) }), ...(to && { to: momentOf(to, 1) }) };
}

/** A moment as the value of a date and time field, in the reader's zone: `2026-11-22T09:00`. */
export function fieldMoment(moment: string): string {
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The day in a zone as `2026-11-22`, the value of a date field. */
export function day(moment: Date, timeZone = readersZone()): string {
  return moment.toLocaleDateString('en-CA', { timeZone });
}

/**
 * A moment in local time with its zone: `2026-11-22 13:10 UTC`. `timeZone` is an IANA name; the default is the zone of this
 * machine.
 */
export function localTime(moment: Date | string, timeZone?: string): string {
  const date = new Date(moment);
  const zone = timeZone === undefined ? {} : { timeZone };
  // Swedish writes a date as ISO 8601 does.
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', ...zone });
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short', ...zone }).formatToParts(date);
  return `${clock.format(date)} ${parts.find(({ type }) => type === 'timeZoneName')!.value}`;
}

/** The time of day of a moment in the zone of this machine: `13:10:05`. */
export function localClock(moment: string): string {
  return new Date(moment).toLocaleTimeString('sv-SE');
}

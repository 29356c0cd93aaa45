/** A date, `YYYY-MM-DD`, as `Mon 30 Nov`; of another year than this one as `Mon, 30 Nov 2020`. */
export function dayWords(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return day.toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(day.getUTCFullYear() !== new Date().getUTCFullYear() && { year: 'numeric' }),
  });
}

/** A moment as `15:00 on Mon 30 Nov` in a zone. */
export function momentWords(moment: string, timeZone: string): string {
  const at = new Date(moment);
  const time = at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${time} on ${dayWords(at.toLocaleDateString('en-CA', { timeZone }))}`;
}

/** A sentence of the service whose dates are written as people write them, and are not broken: `leaves on Mon 30 Nov`. */
export function withDayWords(sentence: string): string {
  return sentence.replace(/(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/g, (date) =>
    dayWords(date).replaceAll(' ', '\u00a0'),
  );
}

/** The first wait, and the longest. */
const FIRST_MS = 5_000;
const LONGEST_MS = 4 * 3_600_000;

/**
 * When a delivery is tried again after so many attempts: each wait is twice the one before, up to four hours, and the last
 * attempt is when it expires. Null: that was it.
 */
export function nextAttempt(attempts: number, now: Date, expires: Date): Date | null {
  if (now >= expires) return null;
  const wait = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
  return new Date(Math.min(now.getTime() + wait, expires.getTime()));
}

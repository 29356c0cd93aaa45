import type { Lifetime } from './provider.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** For lanes that never change: those that this program computes, and those of a client's table. */
export const FOREVER: Lifetime = {
  refresh_after_ms: Number.POSITIVE_INFINITY,
  stale_after_ms: Number.POSITIVE_INFINITY,
};

/**
 * For a carrier's answer. Carriers change their ground maps a few times a year, and aggregators their statistics every
 * week. So a lane in use is refreshed every five days. A lane that was not used for two weeks may be wrong, and the
 * next order that needs it waits a second for a new answer.
 */
export const CARRIER_LIFETIME: Lifetime = { refresh_after_ms: 5 * DAY, stale_after_ms: 14 * DAY };

/**
 * For a lane that is used because a carrier did not answer. After a minute it is refreshed in the background; by then a
 * circuit breaker allows the next call. After a quarter of an hour a request waits for the carrier again.
 */
export const FALLBACK_LIFETIME: Lifetime = { refresh_after_ms: MINUTE, stale_after_ms: 15 * MINUTE };

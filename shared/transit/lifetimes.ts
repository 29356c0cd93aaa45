import type { Lifetime } from './provider.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What is computed from tables of this program, or is the client's own table, changes with neither time nor place. */
export const FOREVER: Lifetime = {
  refresh_after_ms: Number.POSITIVE_INFINITY,
  stale_after_ms: Number.POSITIVE_INFINITY,
};

/**
 * A carrier's answer. Carriers change their ground maps a few times a year, and an aggregator its statistics
 * from week to week: a lane in use is asked about every five days. One that nobody used for two weeks may have
 * missed a change, and the next order to need it can wait for a second.
 */
export const CARRIER_LIFETIME: Lifetime = { refresh_after_ms: 5 * DAY, stale_after_ms: 14 * DAY };

/**
 * What is used in place of a carrier's answer. It is tried again after a minute, when a circuit breaker has let the
 * next call through, beside the requests; after a quarter of an hour a request may wait once more.
 */
export const STAND_IN_LIFETIME: Lifetime = { refresh_after_ms: MINUTE, stale_after_ms: 15 * MINUTE };

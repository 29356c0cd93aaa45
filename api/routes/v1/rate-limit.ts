import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';

/** Counts requests by key, each for a minute from its first one; null: there is no limit. */
export type RequestCounter = RateLimiterStoreAbstract | RateLimiterMemory | null;

/**
 * Counts for all processes together on a Redis; without one each process counts its own requests. The names of its keys
 * in Redis begin with `prefix`. `perMinute` is of each key; 0: no limit.
 */
export function requestCounter(
  perMinute: number,
  { redis, prefix }: { readonly redis: Redis | null; readonly prefix: string },
): RequestCounter {
  if (perMinute === 0) return null;
  const limit = { points: perMinute, duration: 60, keyPrefix: `${prefix}:rate-limit` };
  if (redis === null) return new RateLimiterMemory(limit);
  return new RateLimiterRedis({ ...limit, storeClient: redis });
}

/** A limit that requests have. */
interface RequestLimit {
  /** Whom a refusal names. */
  readonly who: string;
  readonly counter: RequestCounter;
  /** Requests with the same key count together; null: this limit is not for this one. */
  keyOf(request: FastifyRequest): string | null;
}

/** The limit of all keys and people of a client together. `counted` begins the names of what is counted by itself. */
export function limitOfClient(counter: RequestCounter, counted = ''): RequestLimit {
  const keyOf = ({ clientId }: FastifyRequest) => (clientId === null ? null : `${counted}client-${clientId}`);
  return { who: 'a client', counter, keyOf };
}

/** What is left of a limit, after a request. */
interface Left {
  readonly limit: number;
  readonly remaining: number;
  readonly seconds: number;
}

/**
 * Limits requests before their bodies are read: 429 with Retry-After. All limits are counted in one round trip to Redis. What a
 * key sends beyond its own limit uses up nothing of its client's: that is given back. Every answer says what is left of the limit that is nearest,
 * in RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.
 */
export default fp<{ readonly limits: readonly RequestLimit[] }>(
  async (app, { limits }) => {
    // For all routes and not for each: it must run before a route's own hooks, because one of them reads a body.
    app.addHook('onRequest', async (request, reply) => {
      const keys = limits.map(({ keyOf }) => keyOf(request));
      const counts = await Promise.all(limits.map(({ counter }, at) => count(counter, keys[at]!)));
      let nearest: Left | undefined;
      for (const [at, { who, counter }] of limits.entries()) {
        const counted = counts[at]!;
        if (counted === null) continue;
        const { points: limit } = counter!;
        const left = {
          limit,
          remaining: counted.remainingPoints,
          seconds: Math.ceil(counted.msBeforeNext / 1000),
        };
        if (nearest === undefined || left.remaining < nearest.remaining) nearest = left;
        if (counted.consumedPoints <= limit) continue;
        for (let later = at + 1; later < limits.length; later += 1)
          if (counts[later]) giveBack(limits[later]!.counter!, keys[later]!);
        show(reply, left);
        throw new AppError(
          'rate_limited',
          `Too many requests: ${who} may make ${limit} a minute. Try again in ${left.seconds} seconds.`,
          { retryAfterSeconds: left.seconds },
        );
      }
      if (nearest !== undefined) show(reply, nearest);
    });
  },
  { name: 'rate-limit', dependencies: ['auth'] },
);

/** Null without a limit, and while Redis cannot be reached: serving is more important than counting. */
async function count(counter: RequestCounter, key: string | null): Promise<RateLimiterRes | null> {
  if (counter === null || key === null) return null;
  try {
    return await counter.consume(key);
  } catch (refusal) {
    return refusal instanceof RateLimiterRes ? refusal : null;
  }
}

/** Nobody waits for it: Redis does it before it counts the next request of this process. */
function giveBack(counter: NonNullable<RequestCounter>, key: string): void {
  counter.reward(key).catch(() => undefined);
}

function show(reply: FastifyReply, { limit, remaining, seconds }: Left): void {
  reply.headers({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': seconds });
}

import rateLimitPlugin from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import type { RedisClient } from '../../../shared/foundation/redis.ts';

/** How many requests one caller may make. */
export interface RateLimitOptions {
  /** Of one caller; 0: no limit. */
  readonly perMinute: number;
  /** Counts for all processes together; null: each process counts its own requests. */
  readonly redis: RedisClient | null;
  /** The names of its keys in Redis begin with it. */
  readonly prefix: string;
}

/** Which requests are counted together, and how the refusal names their caller. */
interface CountedCaller {
  readonly who: string;
  keyOf(request: FastifyRequest): string;
}

/**
 * Limits the requests of each caller before the body is read: 429 with Retry-After. Every answer says what is left in
 * RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset. While Redis cannot be reached, nothing is limited, because
 * serving is more important than counting.
 */
export default fp<RateLimitOptions & CountedCaller>(
  async (app, { perMinute, redis, prefix, who, keyOf }) => {
    if (perMinute === 0) return;
    await app.register(rateLimitPlugin, {
      global: false,
      max: perMinute,
      timeWindow: '1 minute',
      enableDraftSpec: true,
      ...(redis && { redis, nameSpace: `${prefix}:rate-limit:` }),
      skipOnError: true,
      keyGenerator: keyOf,
      errorResponseBuilder: (_request, { max, ttl }) => {
        const retryAfterSeconds = Math.ceil(ttl / 1000);
        return new AppError(
          'rate_limited',
          `Too many requests: ${who} may make ${max} a minute. Try again in ${retryAfterSeconds} seconds.`,
          { retryAfterSeconds },
        );
      },
    });
    // For all routes and not for each: it must run before a route's own hooks, because one of them reads a body.
    app.addHook('onRequest', app.rateLimit());
  },
  { name: 'rate-limit', dependencies: ['auth'] },
);

import rateLimitPlugin from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Redis } from 'ioredis';
import { AppError } from '../../../shared/errors/app-error.ts';

/** How often one caller may ask. */
export interface RateLimitOptions {
  /** Requests of one caller; 0: no limit. */
  readonly perMinute: number;
  /** Where all processes count together; null: each counts for itself. */
  readonly redis: Redis | null;
  /** Begins the names of keys in Redis. */
  readonly prefix: string;
}

/** Whose requests are counted together, and how the refusal names them. */
interface CountedCaller {
  readonly who: string;
  keyOf(request: FastifyRequest): string;
}

/**
 * Limits the requests of each caller, when the caller is known and before the body is read: 429 with Retry-After.
 * Every answer says what is left in RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset. While Redis is away
 * nothing is limited: requests are worth more than their count.
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
    // Not on each route: it has to run before a route's own hooks, one of which reads a body.
    app.addHook('onRequest', app.rateLimit());
  },
  { name: 'rate-limit', dependencies: ['auth'] },
);

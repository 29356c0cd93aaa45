import type { FastifyPluginAsync } from 'fastify';
import receiving from '../../plugins/receiving.ts';
import auth from './auth.ts';
import decisions from './decisions/index.ts';
import inventory from './inventory/index.ts';
import uploads from './inventory/uploads.ts';
import me from './me.ts';
import orders from './orders/index.ts';
import keyRateLimit, { type RateLimitOptions } from './rate-limit.ts';
import reports from './reports/index.ts';
import runs from './runs/index.ts';

/** The customer API. What is registered here is closed by default. */
const v1: FastifyPluginAsync<{ readonly rateLimit: RateLimitOptions }> = async (app, { rateLimit }) => {
  await app.register(auth);
  await app.register(keyRateLimit, rateLimit);
  await app.register(receiving);
  await app.register(me);
  await app.register(inventory);
  await app.register(uploads);
  await app.register(orders);
  await app.register(decisions);
  await app.register(runs);
  await app.register(reports);
};

export default v1;

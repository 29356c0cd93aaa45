import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type pg from 'pg';
import { pendingMigrations } from '../../shared/db/migrate.ts';
import { IS_COPY } from '../../shared/db/origin.ts';
import type { Config } from '../../shared/foundation/config/config.ts';
import { AppError } from '../../shared/foundation/errors/app-error.ts';
import { unavailable } from '../http-errors.ts';

/** A database that takes longer than this to answer is not ready. */
const TIMEOUT_MS = 3000;

/**
 * GET /healthz: the process answers. GET /readyz/orders: orders can be routed: the database answers and takes writes, and all
 * migrations are applied. GET /readyz: the queue answers, too. A queue that an operator has paused is named, but the API can
 * serve: it is ready. So is a process on a copy, which says so.
 */
export default fp(
  async (app: FastifyInstance, { isCopy }: Pick<Config, 'isCopy'>) => {
    const schema = { hide: true };
    app.get('/healthz', { schema, config: { quiet: true, whileDraining: true } }, async () => ({
      status: 'ok',
    }));
    app.get('/readyz/orders', { schema, config: { quiet: true } }, async () => {
      await withinTimeout(assertWritable(app.services.db.pool));
      return { status: 'ready' };
    });
    app.get('/readyz', { schema, config: { quiet: true } }, async () => {
      const { db, queues } = app.services;
      const paused_queues = await withinTimeout(assertWritable(db.pool).then(() => queues.paused()));
      return {
        status: 'ready',
        ...(isCopy && { copy: IS_COPY }),
        ...(paused_queues.length > 0 && { paused_queues }),
      };
    });
  },
  { name: 'health', dependencies: ['draining'] },
);

/** Throws AppError unavailable if the database lacks a migration or is read-only, as a standby always is. */
async function assertWritable(pool: pg.Pool): Promise<void> {
  const pending = await pendingMigrations(pool);
  if (pending.length > 0) throw unavailable(new Error(`Migrations to apply: ${pending.join(', ')}`));
  const { rows } = await pool.query(`SELECT current_setting('transaction_read_only') = 'on' AS read_only`);
  if (rows[0].read_only) throw new AppError('unavailable', 'The database is read-only.');
}

function withinTimeout<T>(answer: Promise<T>): Promise<T> {
  const late = delay(TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`The database did not answer within ${TIMEOUT_MS} ms.`);
  });
  return Promise.race([answer, late]).catch((error: unknown) => {
    throw error instanceof AppError ? error : unavailable(error);
  });
}

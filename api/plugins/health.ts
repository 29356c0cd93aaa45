import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { pendingMigrations } from '../../shared/db/migrate.ts';
import { unavailable } from '../http-errors.ts';

/** A database that takes longer than this to answer is not ready. */
const PATIENCE_MS = 3000;

/** GET /healthz: the process answers. GET /readyz: database and queue answer too, and all migrations are applied. */
export default fp(
  async (app: FastifyInstance) => {
    const schema = { hide: true };
    app.get('/healthz', { schema, config: { quiet: true, whileDraining: true } }, async () => ({
      status: 'ok',
    }));
    app.get('/readyz', { schema, config: { quiet: true } }, async () => {
      const { db, queues } = app.services;
      const [pending] = await withinPatience(Promise.all([pendingMigrations(db.pool), queues.ping()]));
      if (pending.length > 0) throw unavailable(new Error(`Migrations to apply: ${pending.join(', ')}`));
      return { status: 'ready' };
    });
  },
  { name: 'health', dependencies: ['draining'] },
);

function withinPatience<T>(answer: Promise<T>): Promise<T> {
  const late = delay(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error(`The database did not answer within ${PATIENCE_MS} ms.`);
  });
  return Promise.race([answer, late]).catch((error: unknown) => {
    throw unavailable(error);
  });
}

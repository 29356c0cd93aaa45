import fp from 'fastify-plugin';
import { ReceiverLocks } from '../../shared/routing/managed/receiver-locks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Locks that show that the receiver of each run is alive. */
    readonly receivers: ReceiverLocks;
  }
}

/** Opens the locks of runs that are being received, and closes them with the application. */
export default fp(
  async (app) => {
    const receivers = new ReceiverLocks(app.services.db);
    app.decorate('receivers', receivers);
    app.addHook('onClose', () => receivers.close());
  },
  { name: 'receiving' },
);

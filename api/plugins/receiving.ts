import fp from 'fastify-plugin';
import { ReceiverLocks } from '../../shared/runs/managed/receiver-locks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Says of each run that is being received here that its receiver lives. */
    readonly receivers: ReceiverLocks;
  }
}

/** What receiving runs takes of a process, given back when the application closes. */
export default fp(
  async (app) => {
    const receivers = new ReceiverLocks(app.services.db);
    app.decorate('receivers', receivers);
    app.addHook('onClose', () => receivers.close());
  },
  { name: 'receiving' },
);

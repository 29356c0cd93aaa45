import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import type { Config } from '../../shared/config/config.ts';
import { SharedBudget } from '../../shared/platform/shared-budget.ts';
import { LARGE_BYTES } from '../bodies/answer-body.ts';
import { answerBeforeEnd } from '../bodies/answer-early.ts';
import { BodyPace } from '../bodies/body-pace.ts';

/** What bodies may take of this process. */
export interface Bodies {
  /** Bytes of all bodies in memory. */
  readonly memory: SharedBudget;
  /** Places for large bodies that are worked on or wait for it. */
  readonly waiting: SharedBudget;
  readonly pace: BodyPace;
  /** For a body that is read as a whole, and for what is left of one when its request is answered. */
  readonly timeoutSeconds: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly bodies: Bodies;
  }
}

export type BodiesOptions = Pick<
  Config,
  'bodiesMemoryBytes' | 'bodyTimeoutSeconds' | 'bodyLeastBytesPerSecond' | 'largeBodiesWaiting'
>;

/**
 * Bodies share a budget of memory and keep a least pace. None is parsed unless a route says how. What is left of a
 * body when its request is answered is let go for a while, so that its sender gets to read the answer.
 */
export default fp<BodiesOptions>(
  async (app, { bodiesMemoryBytes, bodyTimeoutSeconds, bodyLeastBytesPerSecond, largeBodiesWaiting }) => {
    const pace = new BodyPace({ leastBytesPerSecond: bodyLeastBytesPerSecond });
    app.decorate('bodies', {
      memory: new SharedBudget(bodiesMemoryBytes, { smallAmount: LARGE_BYTES }),
      waiting: new SharedBudget(largeBodiesWaiting),
      pace,
      timeoutSeconds: bodyTimeoutSeconds,
    });
    app.removeAllContentTypeParsers();
    const letGo = (raw: IncomingMessage) => pace.watch(raw, bodyTimeoutSeconds, () => raw.destroy());
    app.addHook('onSend', (request, reply, payload, done) => {
      const { raw } = request;
      const isEarly = raw.complete === false && !reply.raw.shouldKeepAlive && reply.statusCode !== 408;
      if (!isEarly || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return done(null, payload);
      reply.header('content-length', Buffer.byteLength(payload));
      letGo(raw);
      done(null, answerBeforeEnd(raw, payload));
    });
    app.addHook('onResponse', async ({ raw }) => {
      if (raw.complete === false) letGo(raw);
    });
    app.addHook('onClose', async () => pace.close());
  },
  { name: 'bodies' },
);

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import fp from 'fastify-plugin';
import type { Config } from '../../shared/foundation/config/config.ts';
import { Seats } from '../../shared/foundation/seats.ts';
import { SharedBudget } from '../../shared/foundation/shared-budget.ts';
import { LARGE_BYTES } from '../bodies/answer-body.ts';
import { BodyPace } from '../bodies/body-pace.ts';

/** What bodies may use of this process. */
interface Bodies {
  /** Bytes of all bodies in memory. */
  readonly memory: SharedBudget;
  /** Seats for managed runs that are being received. */
  readonly receivingRuns: Seats<number>;
  readonly pace: BodyPace;
  /** For a body that is read as a whole, and for the rest of a body after its request is answered. */
  readonly timeoutSeconds: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly bodies: Bodies;
  }
}

/**
 * Bodies share a budget of memory and have a least pace. A body is parsed only if a route says how. If a request is
 * answered before its body ends, the rest of the body is dropped for some time, so that its sender can read the answer.
 */
export default fp<Config>(
  async (app, options) => {
    const { bodyTimeoutSeconds } = options;
    const pace = new BodyPace(options.bodyMinBytesPerSecond);
    app.decorate('bodies', {
      memory: new SharedBudget(options.bodiesMemoryBytes, {
        smallAmount: LARGE_BYTES,
        charges: app.admission.charges,
      }),
      receivingRuns: new Seats<number>({
        atOnce: options.runsReceivedAtOnce,
        atOnceOfOwner: options.runsReceivedAtOnce / 2,
        waitingOfOwner: 0,
      }),
      pace,
      timeoutSeconds: bodyTimeoutSeconds,
    });
    app.removeAllContentTypeParsers();
    const dropRest = (raw: IncomingMessage) => pace.watch(raw, bodyTimeoutSeconds, () => raw.destroy());
    app.addHook('onSend', (request, reply, payload, done) => {
      const { raw } = request;
      const isEarly = raw.complete === false && !reply.raw.shouldKeepAlive && reply.statusCode !== 408;
      if (!isEarly || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return done(null, payload);
      reply.header('content-length', Buffer.byteLength(payload));
      dropRest(raw);
      done(null, answerBeforeEnd(raw, payload));
    });
    app.addHook('onResponse', async ({ raw }) => {
      if (raw.complete === false) dropRest(raw);
    });
    app.addHook('onClose', async () => pace.close());
  },
  { name: 'bodies', dependencies: ['admission'] },
);

/**
 * An answer that is sent at once, and ends when the request's body ends. A connection that is not kept alive closes at
 * the end of the answer. If the caller is still sending then, the caller's system drops the answer.
 */
function answerBeforeEnd(request: IncomingMessage, payload: string | Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield payload;
      await bodyEnd(request);
    })(),
  );
}

/** Drops a body until it ends or breaks off. */
function bodyEnd(request: IncomingMessage): Promise<void> {
  request.resume();
  return finished(request).catch(() => undefined);
}

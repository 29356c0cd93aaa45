import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Frame, framed, type Slice, slicesOf } from '../shared/foundation/answer-slice.ts';
import { callerGone } from '../shared/foundation/errors/app-error.ts';
import type { Seats } from '../shared/foundation/seats.ts';
import { whileAway } from '../shared/foundation/uses.ts';
import { type AskOf, type LongAnswer, writeSlice } from '../shared/operations/threads/long-answers.ts';
import type { ReadArgs, ReadName } from '../shared/operations/threads/reads.ts';
import { callerSignal } from './caller-signal.ts';
import { sendJson } from './send-json.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Seats for long answers that are written or sent. */
    readonly longAnswers: Seats<number>;
    /** A caller that takes no byte of a long answer for so long is cut off. */
    readonly answerIdleSeconds: number;
  }
}

/** A caller who takes nothing for so long loses the seat if others wait. */
const SECONDS_IF_WAITED_FOR = 10;
/** If a time-out comes so much later than set, the caller took bytes meanwhile. */
const LATE = 1.1;
/** Slices that wait for a slow caller, beside the one that is being sent. */
const SLICES_WAITING = 1;

/** How a long answer is sent. */
interface LongForm extends Frame {
  readonly type: string;
  /** A browser saves it as this. */
  readonly file: string;
}

/**
 * Sends a long answer of the client `owner` in slices that threads write, no faster than the caller reads them. While the
 * caller reads, no thread and no connection to the database is held. If the caller goes away, no more is written; if a
 * slice fails, or the caller takes nothing for long, the connection breaks. `parts` are asked for in their order. Throws what the first slice throws.
 */
export async function sendLong<
  Name extends LongAnswer,
  R extends Pick<FastifyReply, 'type' | 'header' | 'raw'>,
>(
  { server, log }: Pick<FastifyRequest, 'server' | 'log'>,
  reply: R,
  owner: number,
  name: Name,
  parts: Iterable<AskOf<Name>> | AsyncIterable<AskOf<Name>>,
  { type, file, ...frame }: LongForm,
): Promise<R> {
  const leave = await whileAway(() => server.longAnswers.take(owner, callerSignal(reply)));
  const write = (ask: AskOf<Name>) => inThread(server, owner, name, ask);
  const texts = framed(frame, slicesOf(write, parts));
  const end = () => void texts.return(undefined).finally(leave);
  reply.raw.once('close', end);
  if (reply.raw.destroyed) end();
  const first = await texts.next().catch((error) => {
    leave();
    throw error;
  });
  if (reply.raw.destroyed) throw callerGone();
  cutOffIdle(reply, server, log);
  reply.header('content-disposition', `attachment; filename="${file}"`);
  const sent = Readable.from(withFirst(first, texts), { highWaterMark: SLICES_WAITING });
  (reply.type(`${type}; charset=utf-8`) as unknown as FastifyReply).send(sent);
  return reply;
}

/**
 * Closes the connection of a caller that takes no byte for `answerIdleSeconds`, or for ten seconds while others wait for its
 * place. Bytes that are not written yet are not its fault.
 */
function cutOffIdle(
  { raw }: Pick<FastifyReply, 'raw'>,
  { answerIdleSeconds, longAnswers }: FastifyInstance,
  log: FastifyRequest['log'],
): void {
  const step = Math.min(SECONDS_IF_WAITED_FOR, answerIdleSeconds);
  let idle = 0;
  let since = performance.now();
  raw.setTimeout(step * 1000, () => {
    const isLonger = (performance.now() - since) / 1000 < LATE * step;
    since = performance.now();
    idle = raw.writableLength === 0 ? 0 : isLonger ? idle + step : step;
    if (idle < (longAnswers.waiting > 0 ? step : answerIdleSeconds)) {
      if (!raw.writableEnded) raw.socket?.setTimeout(step * 1000); // again
      return;
    }
    log.warn(`the caller took nothing of a long answer for ${idle} seconds: its connection is closed`);
    raw.destroy();
  });
}

async function* withFirst<T>(first: IteratorResult<T, unknown>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** From so many bytes on, an answer is written in a thread: here it would take some milliseconds. */
const LONG_BYTES = 512 * 1024;

/**
 * Sends JSON that one slice has as a whole, about `bytes` long: a long one from a thread. Throws what the
 * writer throws.
 */
export async function sendWhole<Name extends LongAnswer, R extends Pick<FastifyReply, 'type'>>(
  { server }: Pick<FastifyRequest, 'server'>,
  reply: R,
  owner: number | null,
  name: Name,
  ask: AskOf<Name>,
  bytes: number,
): Promise<R> {
  const { answer } =
    bytes < LONG_BYTES
      ? await writeSlice(server.services, { name, ask })
      : await inThread(server, owner, name, ask);
  return sendJson(reply, answer);
}

/** Usual bytes of an element of a page. */
const ELEMENT_BYTES = 2500;

/**
 * Sends what a read returns, about so many elements, as JSON: a long one from a thread. Throws what the read throws.
 */
export function sendRead<Name extends ReadName, R extends Pick<FastifyReply, 'type'>>(
  request: Pick<FastifyRequest, 'server' | 'clientId'>,
  reply: R,
  read: Name,
  args: Readonly<ReadArgs<Name>>,
  elements: number,
  bytes = ELEMENT_BYTES,
): Promise<R> {
  return sendWhole(request, reply, request.clientId, 'writeRead', { read, args }, elements * bytes);
}

/** The handler of an operation that answers what a read returns: a page of `limit` elements, or any number. */
export function reading<
  Name extends ReadName,
  Request extends Pick<FastifyRequest, 'server' | 'clientId'> & { readonly query: unknown },
  const Args extends Readonly<ReadArgs<Name>>,
>(read: Name, argsOf: (request: Request) => Args, bytes?: number) {
  return (request: Request, reply: FastifyReply) => {
    const { limit = Number.POSITIVE_INFINITY } = request.query as { readonly limit?: number };
    return sendRead(request, reply, read, argsOf(request), limit, bytes);
  };
}

function inThread<Name extends LongAnswer>(
  { services }: FastifyRequest['server'],
  owner: number | null,
  name: Name,
  ask: AskOf<Name>,
): Promise<Slice<AskOf<Name>>> {
  return services.threads.run('writeSlice', { name, ask }, { owner }) as Promise<Slice<AskOf<Name>>>;
}

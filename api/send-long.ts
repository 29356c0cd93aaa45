import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Frame, framed, type Slice, slicesOf } from '../shared/foundation/answer-slice.ts';
import { callerGone } from '../shared/foundation/errors/caller-gone.ts';
import type { SharedBudget } from '../shared/foundation/shared-budget.ts';
import { type AskOf, type LongAnswer, writeSlice } from '../shared/operations/threads/long-answers.ts';
import { sendJson } from './send-json.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Places for long answers that are written or sent. */
    readonly longAnswers: SharedBudget;
    /** A caller that takes no byte of a long answer for so long is cut off. */
    readonly answerIdleSeconds: number;
  }
}

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
 * slice fails, or the caller takes nothing for long, the connection breaks. `parts` are asked for in their order. Throws AppError overloaded if the client has no
 * place, and what the first slice throws.
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
  const place = server.longAnswers.open(owner);
  place.growTo(1);
  const write = (ask: AskOf<Name>) => inThread(server, owner, name, ask);
  const texts = framed(frame, slicesOf(write, parts));
  const end = () => void texts.return(undefined).finally(() => place.release());
  reply.raw.once('close', end);
  if (reply.raw.destroyed) end();
  const first = await texts.next().catch((error) => {
    place.release();
    throw error;
  });
  if (reply.raw.destroyed) throw callerGone();
  cutOffIdle(reply, server.answerIdleSeconds, log);
  reply.header('content-disposition', `attachment; filename="${file}"`);
  const sent = Readable.from(withFirst(first, texts), { highWaterMark: SLICES_WAITING });
  (reply.type(`${type}; charset=utf-8`) as unknown as FastifyReply).send(sent);
  return reply;
}

/** Closes the connection of a caller that takes no byte for so long. Bytes that are not written yet are not its fault. */
function cutOffIdle({ raw }: Pick<FastifyReply, 'raw'>, seconds: number, log: FastifyRequest['log']): void {
  raw.setTimeout(seconds * 1000, () => {
    if (raw.writableLength === 0) {
      if (!raw.writableEnded) raw.socket?.setTimeout(seconds * 1000); // again
      return;
    }
    log.warn(`the caller took nothing of a long answer for ${seconds} seconds: its connection is closed`);
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
 * Sends JSON that one slice has as a whole, about `bytes` long: a long one from a thread, in a place of the client `owner`.
 * Throws AppError overloaded if there is none, and what the writer throws.
 */
export async function sendWhole<Name extends LongAnswer, R extends Pick<FastifyReply, 'type'>>(
  { server }: Pick<FastifyRequest, 'server'>,
  reply: R,
  owner: number,
  name: Name,
  ask: AskOf<Name>,
  bytes: number,
): Promise<R> {
  const { answer } =
    bytes < LONG_BYTES
      ? await writeSlice(server.services, { name, ask })
      : await server.longAnswers.withPlace(owner, () => inThread(server, owner, name, ask));
  return sendJson(reply, answer);
}

function inThread<Name extends LongAnswer>(
  { services }: FastifyRequest['server'],
  owner: number,
  name: Name,
  ask: AskOf<Name>,
): Promise<Slice<AskOf<Name>>> {
  return services.threads.run('writeSlice', { name, ask }, { owner }) as Promise<Slice<AskOf<Name>>>;
}

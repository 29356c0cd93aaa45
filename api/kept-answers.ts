import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loopWorksFor } from '../shared/foundation/uses.ts';
import { preferredType } from './accept.ts';

/** Smaller answers gain nothing by compression. */
const LEAST_COMPRESSED_BYTES = 1024;
const COMPRESSIBLE = /json|javascript|text\/|svg|yaml/;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const ENCODERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

type Encoding = 'identity' | keyof typeof ENCODERS;

/** A path that names one file in one way. Others are not kept, so that callers cannot fill the memory with their spellings. */
const PLAIN_PATH = /^(\/\w[\w.-]*)+\/?$/;

/** An answer that stays the same while the process runs. Each encoding is made once, when it is first asked for. */
class KeptAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly #encodings: readonly [Encoding, ...Encoding[]];
  readonly #made: Partial<Record<Encoding, Promise<Buffer>>>;

  constructor(bytes: Buffer, type: string, cacheControl: string) {
    // Weak: it is the same for each encoding.
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
    this.headers = {
      'content-type': type,
      'cache-control': cacheControl,
      etag: this.etag,
      vary: 'accept-encoding',
    };
    const isCompressed = bytes.length >= LEAST_COMPRESSED_BYTES && COMPRESSIBLE.test(type);
    this.#encodings = isCompressed ? ['identity', 'br', 'gzip'] : ['identity'];
    this.#made = { identity: Promise.resolve(bytes) };
  }

  /** The answer in the encoding that an Accept-Encoding header prefers. */
  async encoded(accepted = 'identity'): Promise<{ readonly encoding: Encoding; readonly bytes: Buffer }> {
    const encoding = preferredType(accepted, this.#encodings);
    if (encoding !== 'identity')
      this.#made[encoding] ??= this.encoded().then(({ bytes }) => ENCODERS[encoding](bytes));
    return { encoding, bytes: await this.#made[encoding]! };
  }
}

/**
 * For a plugin whose answers never change while the process runs: each is made once, by its route, and kept as bytes, with an
 * ETag and compressed. Only GET answers with a plain path and status 200 are kept.
 */
export function keepAnswers(app: FastifyInstance): void {
  const answers = new Map<string, KeptAnswer>();
  /** By path: the first requests, which make the answers. Others wait for them. */
  const making = new Map<string, { readonly ended: Promise<void>; readonly end: () => void }>();
  const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0]!;
  const endMaking = (path: string) => {
    making.get(path)?.end();
    making.delete(path);
  };
  const finish = async (kept: KeptAnswer, { headers }: FastifyRequest, reply: FastifyReply) => {
    reply.headers(kept.headers);
    const seen = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^(?!W\/)/, 'W/'));
    if (seen?.includes(kept.etag)) return { status: 304, bytes: null };
    const { encoding, bytes } = await kept.encoded(headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    reply.header('content-length', bytes.length);
    return { status: 200, bytes };
  };
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    while (making.has(path)) await making.get(path)!.ended;
    const kept = answers.get(path);
    if (kept === undefined) {
      let end = () => {};
      making.set(path, { ended: new Promise((resolve) => (end = resolve)), end: () => end() });
      reply.raw.once('close', () => endMaking(path));
      // All later callers get this answer, so it is charged to none.
      return loopWorksFor(null);
    }
    // It costs more to send them than to make them.
    const leave = await request.server.admission.enter(request, reply);
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
    loopWorksFor(request.user);
    const { status, bytes } = await finish(kept, request, reply);
    return reply.code(status).send(bytes);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const path = pathOf(request);
    if (request.method !== 'GET' || reply.statusCode !== 200 || answers.has(path) || !PLAIN_PATH.test(path)) {
      endMaking(path);
      return payload;
    }
    const made = payload as string | NodeJS.ReadableStream;
    const bytes = typeof made === 'string' || Buffer.isBuffer(made) ? Buffer.from(made) : await buffer(made);
    const [type, cached] = [reply.getHeader('content-type'), reply.getHeader('cache-control')];
    const kept = new KeptAnswer(bytes, String(type), String(cached ?? 'no-cache'));
    answers.set(path, kept);
    endMaking(path);
    reply.removeHeader('last-modified').removeHeader('accept-ranges');
    const sent = await finish(kept, request, reply);
    reply.code(sent.status);
    return sent.bytes;
  });
}

import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAnywhere } from '../../testing/chunks.ts';
import { type ContentEncoding, type IncomingBody, openBody as open } from './incoming-body.ts';

async function textOf(body: IncomingBody): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body.bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Opens a body. By default its limit is so large that no test reaches it. */
const openBody = (source: Readable, encoding: ContentEncoding, limitBytes = 2 ** 30) =>
  open(source, encoding, limitBytes);

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

describe('openBody', () => {
  it('gives the bytes as they are, and their digest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), cutAnywhere, async (text, cut) => {
        const body = openBody(Readable.from(cut(text)), 'identity');
        expect(await textOf(body)).toBe(text);
        expect(await body.digest()).toEqual(sha256(text));
      }),
    );
  });

  it('unpacks gzip; the digest is of what was sent', async () => {
    const text = 'an order a line\n'.repeat(100_000);
    const packed = gzipSync(text);
    const body = openBody(Readable.from([packed.subarray(0, 20), packed.subarray(20)]), 'gzip');
    expect(await textOf(body)).toBe(text);
    expect(await body.digest()).toEqual(sha256(packed));
  });

  it.each(['identity', 'gzip'] as const)('reads what is left of %s for the digest', async (encoding) => {
    const sent = encoding === 'gzip' ? gzipSync('x'.repeat(300_000), { level: 0 }) : Buffer.alloc(300_000);
    const parts = Array.from({ length: 30 }, (_, i) => sent.subarray(i * 10_100, (i + 1) * 10_100));
    const body = openBody(Readable.from(parts), encoding);
    for await (const _ of body.bytes) break;
    expect(await body.digest()).toEqual(sha256(sent));
    expect(await body.digest()).toEqual(sha256(sent));
  });

  it.each([
    ['more bytes than it may', Buffer.alloc(1001, 'x'), 'identity', 1000, 'more than 1000 bytes.'],
    ['more bytes packed', gzipSync(randomBytes(1100)), 'gzip', 1000, 'more than 1000 bytes.'],
    ['more bytes unpacked', gzipSync('x'.repeat(1001)), 'gzip', 1000, 'more than 1000 bytes once'],
    ['250 times its bytes', gzipSync(Buffer.alloc(17 * 2 ** 20)), 'gzip', 2 ** 30, 'more than 250 times'],
  ] as const)('is refused with %s', async (_, bytes, encoding, limit, detail) => {
    const body = openBody(Readable.from([bytes]), encoding, limit);
    const refused = { code: 'body_too_large', message: expect.stringContaining(detail) };
    await expect(textOf(body)).rejects.toMatchObject(refused);
    await expect(openBody(Readable.from([bytes]), encoding, limit).digest()).rejects.toMatchObject(refused);
  });

  it('is taken with as many bytes as it may have', async () => {
    expect(await textOf(openBody(Readable.from([Buffer.alloc(1000, 'x')]), 'identity', 1000))).toHaveLength(
      1000,
    );
    const packed = gzipSync(Buffer.alloc(2 ** 20));
    expect(await textOf(openBody(Readable.from([packed]), 'gzip', 2 ** 20))).toHaveLength(2 ** 20);
  });

  it.each([
    ['is no gzip', Buffer.from('{"orders": []}')],
    ['breaks off', gzipSync('x'.repeat(1000)).subarray(0, -9)],
    ['is damaged', gzipSync('x'.repeat(1000)).fill(7, 12, 20)],
  ])('refuses gzip that %s', async (_, bytes) => {
    await expect(textOf(openBody(Readable.from([bytes]), 'gzip'))).rejects.toMatchObject({
      code: 'bad_request',
      message: 'The body is not valid gzip.',
    });
  });

  it.each(['identity', 'gzip'] as const)(
    'reports to a later reader that the sender of %s broke off',
    async (encoding) => {
      const source = new PassThrough();
      const body = openBody(source, encoding);
      source.write(gzipSync('x').subarray(0, 5));
      source.destroy(new Error('aborted'));
      await new Promise((resolve) => source.once('close', resolve));
      await expect(textOf(body)).rejects.toMatchObject({ code: 'bad_request' });
    },
  );

  it.each(['identity', 'gzip'] as const)(
    'reports that %s had broken off before it was opened',
    async (encoding) => {
      const source = new PassThrough();
      source.destroy();
      await new Promise((resolve) => source.once('close', resolve));
      const body = openBody(source, encoding);
      await expect(textOf(body)).rejects.toMatchObject({ code: 'bad_request' });
    },
  );

  it.each(['identity', 'gzip'] as const)('lets the rest of %s go when it is abandoned', async (encoding) => {
    let sent = 0;
    const source = Readable.from(
      (function* () {
        for (; sent < 200; sent += 1) yield gzipSync('x'.repeat(100_000), { level: 0 });
      })(),
    );
    const body = openBody(source, encoding);
    for await (const _ of body.bytes) break;
    body.abandon();
    await new Promise((resolve) => source.once('end', resolve));
    expect(sent).toBe(200);
  });

  it('takes no more than is read', async () => {
    let sent = 0;
    const source = Readable.from(
      (function* () {
        for (; sent < 1000; sent += 1) yield Buffer.alloc(65_536);
      })(),
    );
    const body = openBody(source, 'identity');
    await body.bytes[Symbol.asyncIterator]().next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBeLessThan(50);
    body.abandon();
  });
});

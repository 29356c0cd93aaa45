import type { CallerHeaders } from './fuzz-account.ts';
import { ask } from './fuzz-account.ts';
import { sendBytes } from './send-request.ts';
import type { FuzzTally } from './tally.ts';

const ORDER = '{"external_order_id":"RAW","destination_zip":"10001","lines":[{"sku":"CHAIR","quantity":1}]}';

/** Bytes of a connection, and the statuses that its answers may have. */
type Probe = readonly [name: string, bytes: string, statuses: readonly number[]];

/** After this time of silence, a connection counts as finished. */
const SILENCE_MS = 300;

/**
 * Bytes that no HTTP client sends: broken request lines, headers and lengths, smuggled requests, text in Latin-1. Each
 * must be refused or answered correctly, and the service must keep serving.
 */
export async function probeSockets(base: string, caller: CallerHeaders, tally: FuzzTally): Promise<void> {
  const { host } = new URL(base);
  for (const [name, bytes, statuses] of probes(host, caller.authorization!)) {
    const answer = await sendBytes(base, Buffer.from(bytes, 'latin1'), SILENCE_MS);
    const answered = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
    const isRight = answered.length <= 1 && statuses.includes(answered[0] ?? 0);
    const alive = await ask(base, {}, 'GET', '/healthz');
    const said = {
      status: answered[0] ?? 0,
      headers: {},
      body: Buffer.from(answer.split('\r\n\r\n')[1] ?? ''),
      ms: 0,
    };
    tally.count({ method: 'RAW', path: '(bytes)' }, said);
    tally.expect(
      isRight,
      'raw_bytes',
      `RAW ${name}`,
      said,
      `${answered} instead of ${statuses}: ${answer.slice(0, 200)}`,
    );
    tally.expect(alive.status === 200, 'raw_bytes', `RAW ${name}`, alive, 'the service is gone');
  }
}

function probes(host: string, authorization: string): readonly Probe[] {
  const me = (...headers: string[]) =>
    `GET /api/v1/me HTTP/1.1\r\n${[`Host: ${host}`, `Authorization: ${authorization}`, ...headers].join('\r\n')}\r\n\r\n`;
  const post = (body: string, ...headers: string[]) =>
    `POST /api/v1/orders/route?dry_run=true HTTP/1.1\r\n${[`Host: ${host}`, `Authorization: ${authorization}`, 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n${body}`;
  const length = `Content-Length: ${ORDER.length}`;
  // The HTTP parser of the first releases of Node.js 20.19 (llhttp 8) takes these.
  const oddName = Number.parseInt(process.versions.llhttp!, 10) < 9 ? [200, 400] : [400];
  return [
    ['well formed', me('Connection: close'), [200]],
    ['a body well formed', post(ORDER, length, 'Connection: close'), [200]],
    ['nothing of HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
    ['no version', 'GET /api/v1/me\r\n\r\n', [400, 401]],
    ['HTTP 9', `GET /api/v1/me HTTP/9.9\r\nHost: ${host}\r\n\r\n`, [400]],
    [
      'no host',
      `GET /api/v1/me HTTP/1.1\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
      [400],
    ],
    ['two hosts', me('Host: elsewhere.example', 'Connection: close'), [200, 400]],
    ['an unknown method', `BREW /api/v1/me HTTP/1.1\r\nHost: ${host}\r\n\r\n`, [400, 405]],
    ['a lower-case method', `get /api/v1/me HTTP/1.1\r\nHost: ${host}\r\n\r\n`, [400, 405]],
    ['CONNECT', `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, [0, 400, 404, 405]],
    [
      'an absolute URL',
      `GET http://${host}/api/v1/me HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
      [200, 400, 404],
    ],
    [
      'a URL in Latin-1',
      `GET /api/v1/orders/\xe4\xff HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
      [400, 404],
    ],
    ['a NUL in the URL', `GET /api/v1/\0me HTTP/1.1\r\nHost: ${host}\r\n\r\n`, [400]],
    ['a NUL in a header', me('X-A: a\0b'), [400]],
    ['a header in Latin-1', me('Idempotency-Key: \xe4\xf6\xff', 'Connection: close'), [200, 400]],
    ['a folded header', me('X-A: a\r\n b', 'Connection: close'), [200, 400]],
    ['a header without a name', me(': x', 'Connection: close'), oddName],
    ['a space before the colon', me('X-A : x', 'Connection: close'), oddName],
    ['headers of 20 KB', me(`X-A: ${'a'.repeat(20_000)}`), [431]],
    [
      '3,000 headers',
      me(...Array.from({ length: 3000 }, (_, n) => `X-${n}: 1`), 'Connection: close'),
      [200, 400, 431],
    ],
    ['two lengths', post(ORDER, length, 'Content-Length: 5'), [400]],
    ['two equal lengths', post(ORDER, length, length), [400]],
    ['a negative length', post(ORDER, 'Content-Length: -1'), [400]],
    ['a length of letters', post(ORDER, 'Content-Length: ten'), [400]],
    ['an enormous length', post(ORDER, 'Content-Length: 99999999999999999999'), [400]],
    ['a length over the limit', post(ORDER, 'Content-Length: 999999999'), [413]],
    [
      'length and chunks',
      post(
        `0\r\n\r\nGET /api/v1/me HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        'Content-Length: 4',
        'Transfer-Encoding: chunked',
      ),
      [400],
    ],
    ['chunked, obfuscated', post(`5\r\nhello\r\n0\r\n\r\n`, 'Transfer-Encoding: xchunked'), [400]],
    ['chunked twice', post(`0\r\n\r\n`, 'Transfer-Encoding: chunked, identity'), [400]],
    ['a chunk of a wrong size', post(`zz\r\nhello\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'), [400]],
    ['a bare line feed in chunks', post(`1\n{\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'), [400]],
    [
      'chunks of a byte',
      post(
        `${[...ORDER].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
        'Transfer-Encoding: chunked',
        'Connection: close',
      ),
      [200],
    ],
    ['a body in Latin-1', post(ORDER.replace('CHAIR', 'CH\xc4IR'), length, 'Connection: close'), [200, 400]],
    ['an upgrade', me('Connection: upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'), [200, 400]],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [0, 400]],
    [
      'a URL of 15 KB',
      `GET /api/v1/orders/${'a'.repeat(15_000)} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
      [404],
    ],
    ['a body that breaks off', post(ORDER.slice(0, 10), length), [0]],
    ['an expectation', post(ORDER, length, 'Expect: nothing', 'Connection: close'), [417]],
  ];
}

import { ask } from './account.ts';
import { type Credential, sendBytes } from './send.ts';
import type { FuzzTally } from './tally.ts';

const ORDER = '{"external_order_id":"RAW","destination_zip":"10001","lines":[{"sku":"CHAIR","quantity":1}]}';

/** Bytes of a connection, and the statuses that its answers may have; 0: none. */
type Probe = readonly [name: string, bytes: string, ...statuses: number[]];

/**
 * Bytes that no HTTP client sends: broken request lines, headers and lengths, smuggled requests, text in Latin-1. Each
 * must be refused or answered correctly, and the service must keep serving.
 */
export async function probeSockets(base: string, caller: Credential, tally: FuzzTally): Promise<void> {
  const probes = allProbes(new URL(base).host, caller.authorization!);
  const probe = async ([name, bytes, ...statuses]: Probe) => {
    const text = await sendBytes(base, Buffer.from(bytes, 'latin1'), !statuses.includes(0));
    const answered = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
    const [status = 0] = answered;
    tally.count('RAW (bytes)', status);
    const isRight = answered.length <= 1 && statuses.includes(status);
    const answer = { status, text: text.split('\r\n\r\n')[1] ?? '', headers: {}, ms: 0 };
    const detail = `${answered} instead of ${statuses}: ${text.slice(0, 200)}`;
    tally.expect(isRight, 'raw_bytes', { ...answer, route: `RAW ${name}`, fresh: [] }, detail);
  };
  await Promise.all(probes.map(probe));
  const alive = { ...(await ask(base, {}, 'GET', '/healthz')), route: 'RAW', fresh: [] };
  tally.expect(alive.status === 200, 'raw_bytes', alive, 'the service is gone');
}

function allProbes(host: string, authorization: string): readonly Probe[] {
  const lines = (...each: string[]) => `${each.join('\r\n')}\r\n\r\n`;
  const [hostLine, keyLine, close] = [
    `Host: ${host}`,
    `Authorization: ${authorization}`,
    'Connection: close',
  ];
  const get = (url: string, ...headers: string[]) =>
    lines(`GET ${url} HTTP/1.1`, hostLine, keyLine, ...headers);
  const me = (...headers: string[]) => get('/api/v1/me', ...headers);
  const post = (body: string, ...headers: string[]) =>
    lines(
      'POST /api/v1/orders/route?dry_run=true HTTP/1.1',
      hostLine,
      keyLine,
      'Content-Type: application/json',
      ...headers,
    ) + body;
  const chunked = 'Transfer-Encoding: chunked';
  const length = `Content-Length: ${ORDER.length}`;
  const ofChunks = `${[...ORDER].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`;
  const many = Array.from({ length: 3000 }, (_, n) => `X-${n}: 1`);
  // The HTTP parser of the first releases of Node.js 20.19 (llhttp 8) takes these.
  const oddName = Number.parseInt(process.versions.llhttp!, 10) < 9 ? [200, 400] : [400];
  return [
    ['well formed', me(close), 200],
    ['a body well formed', post(ORDER, length, close), 200],
    ['nothing of HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['no version', lines('GET /api/v1/me'), 400, 401],
    ['HTTP 9', lines('GET /api/v1/me HTTP/9.9', hostLine), 400],
    ['no host', lines('GET /api/v1/me HTTP/1.1', keyLine, close), 400],
    ['two hosts', me('Host: elsewhere.example', close), 200, 400],
    ['an unknown method', lines('BREW /api/v1/me HTTP/1.1', hostLine), 400, 405],
    ['a lower-case method', lines('get /api/v1/me HTTP/1.1', hostLine), 400, 405],
    ['CONNECT', lines(`CONNECT ${host} HTTP/1.1`, hostLine), 0, 400, 404, 405],
    ['an absolute URL', get(`http://${host}/api/v1/me`, close), 200, 400, 404],
    ['a URL in Latin-1', get('/api/v1/orders/\xe4\xff', close), 400, 404],
    ['a URL of 15 KB', get(`/api/v1/orders/${'a'.repeat(15_000)}`, close), 404],
    ['a NUL in the URL', get('/api/v1/\0me'), 400],
    ['a NUL in a header', me('X-A: a\0b'), 400],
    ['a header in Latin-1', me('Idempotency-Key: \xe4\xf6\xff', close), 200, 400],
    ['a folded header', me('X-A: a\r\n b', close), 200, 400],
    ['a header without a name', me(': x', close), ...oddName],
    ['a space before the colon', me('X-A : x', close), ...oddName],
    ['headers of 20 KB', me(`X-A: ${'a'.repeat(20_000)}`), 431],
    ['3,000 headers', me(...many, close), 200, 400, 431],
    ['two lengths', post(ORDER, length, 'Content-Length: 5'), 400],
    ['two equal lengths', post(ORDER, length, length), 400],
    ['a negative length', post(ORDER, 'Content-Length: -1'), 400],
    ['a length of letters', post(ORDER, 'Content-Length: ten'), 400],
    ['an enormous length', post(ORDER, 'Content-Length: 99999999999999999999'), 400],
    ['a length over the limit', post(ORDER, 'Content-Length: 999999999'), 413],
    ['length and chunks', post(`0\r\n\r\n${me()}`, 'Content-Length: 4', chunked), 400],
    ['chunked, obfuscated', post('5\r\nhello\r\n0\r\n\r\n', 'Transfer-Encoding: xchunked'), 400],
    ['chunked twice', post('0\r\n\r\n', 'Transfer-Encoding: chunked, identity'), 400],
    ['a chunk of a wrong size', post('zz\r\nhello\r\n0\r\n\r\n', chunked), 400],
    ['a bare line feed in chunks', post('1\n{\r\n0\r\n\r\n', chunked), 400],
    ['chunks of a byte', post(ofChunks, chunked, close), 200],
    ['a body in Latin-1', post(ORDER.replace('CHAIR', 'CH\xc4IR'), length, close), 200, 400],
    ['an upgrade', me('Connection: upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'), 200, 400],
    ['HTTP/2 without asking', lines('PRI * HTTP/2.0'), 0, 400],
    ['a body that breaks off', post(ORDER.slice(0, 10), length), 0],
    ['an expectation', post(ORDER, length, 'Expect: nothing', close), 417],
  ];
}

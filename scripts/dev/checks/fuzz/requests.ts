import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Operation, Parameter } from '../../../../shared/testing/openapi-document.ts';
import type { SentRequest } from '../../harness/http.ts';
import type { KnownValues } from './account.ts';
import { changed, ODD_TEXTS, valid } from './values.ts';

/** A request, and whether the document allows it (`valid`), forbids it (`wrong`), or nobody knows (`any`). */
export interface FuzzRequest extends SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly expects: 'valid' | 'wrong' | 'any';
}

/** How requests of an operation are made. */
export type RequestKind = 'valid' | 'wrong' | 'raw' | 'odd id';

/** Any request of a kind for an operation. `known`: values that exist. */
export function requestsOf(
  operation: Operation,
  kind: RequestKind,
  known: KnownValues,
): fc.Arbitrary<FuzzRequest> {
  const parts = partsOf(operation, known);
  if (kind === 'wrong') return wrongOf(operation, parts);
  if (kind === 'raw') return rawOf(operation, parts);
  if (kind === 'odd id') return oddIdOf(operation, parts);
  return parts.map((each) => written(operation, each));
}

/** Valid parameters and a valid body. */
interface Parts {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly mediaType: string | null;
  readonly body: unknown;
}

function partsOf(operation: Operation, known: KnownValues): fc.Arbitrary<Parts> {
  const { document, parameters, bodies, path } = operation;
  const values = (given: readonly Parameter[]) =>
    fc.record(
      Object.fromEntries(
        given.map(({ name, in: place, schema }) => [
          name,
          valid(document, schema, known, name).filter((value) => place !== 'header' || isHeaderText(value)),
        ]),
      ),
      { requiredKeys: given.filter(({ required }) => required).map(({ name }) => name) },
    );
  // Few requests have a cursor or an ETag, because one that is made up is always refused.
  const ordinary = parameters.filter(({ name }) => name !== 'cursor' && name !== 'if-match');
  const given = fc.oneof(
    { weight: 4, arbitrary: values(ordinary) },
    { weight: 1, arbitrary: values(parameters) },
  );
  const types = Object.keys(bodies);
  if (types.length === 0) return given.map((each) => ({ parameters: each, mediaType: null, body: null }));
  const usual = types.find((each) => each === 'application/json') ?? types[0]!;
  const type = fc.constantFrom(usual, usual, usual, ...types);
  const bodiesOf = (mediaType: string) => {
    const { schema, example } = bodies[mediaType]!;
    if (mediaType !== 'application/json') return textBody(path, example, mediaType, known);
    return valid(document, schema, known).filter((value) => document.faultOf(schema, value) === null);
  };
  return fc
    .tuple(type, given)
    .chain(([mediaType, each]) => bodiesOf(mediaType).map((body) => ({ parameters: each, mediaType, body })));
}

const isHeaderText = (value: unknown) => /^[!-~](?:[\t -~]*[!-~])?$/.test(String(value));

/** Tables that are not about orders, by a part of their path. */
const TABLES: Readonly<Record<string, string>> = {
  '/inventory': 'sku,warehouse_id,quantity_available\nCHAIR,EWR1,1000000\n"S/K %U",ATL1,1000000\n',
  '/rates/prices': 'warehouse_id,zone,max_weight,price\n*,1,50,8.25\nEWR1,2,70,9\n',
  '/transit/lanes': 'warehouse_id,destination_zip3,transit_days\nEWR1,100,1\nATL1,10001,3\n',
};

/** CSV and NDJSON: the document's own example, a table, or orders. */
function textBody(
  path: string,
  example: unknown,
  mediaType: string,
  known: KnownValues,
): fc.Arbitrary<unknown> {
  const examples = example === undefined ? [] : [String(example)];
  const table = Object.entries(TABLES).find(([part]) => path.includes(part))?.[1];
  if (table !== undefined && mediaType === 'text/csv') return fc.constantFrom(table, ...examples);
  const order = fc.record({
    external_order_id: fc.uuid(),
    destination_zip: fc.constantFrom(...(known.destination_zip ?? [])),
    sku: fc.constantFrom(...(known.sku ?? [])),
    quantity: fc.integer({ min: 1, max: 9 }),
  });
  const orders = fc
    .uniqueArray(order, { minLength: 1, maxLength: 5, selector: (each) => each.external_order_id })
    .map((list) => {
      const lines =
        mediaType === 'text/csv'
          ? [Object.keys(list[0]!).join(), ...list.map((each) => Object.values(each).join())]
          : list.map(({ sku, quantity, ...rest }) => JSON.stringify({ ...rest, lines: [{ sku, quantity }] }));
      return `${lines.join('\n')}\n`;
    });
  return fc.oneof(orders, ...examples.map((each) => fc.constant(each)));
}

function written({ method, path, parameters }: Operation, parts: Parts): FuzzRequest {
  const { mediaType, body } = parts;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let url = path;
  for (const { name, in: place } of parameters) {
    const value = parts.parameters[name];
    if (value === undefined) continue;
    if (place === 'path') url = url.replace(`{${name}}`, encoded(value));
    else if (place === 'query') query.append(name, String(value));
    else headers[name] = String(value);
  }
  if (mediaType !== null) headers['content-type'] = mediaType;
  const text = mediaType === 'application/json' ? JSON.stringify(body) : String(body);
  return {
    method,
    url: query.size === 0 ? url : `${url}?${query}`,
    headers,
    body: mediaType === null ? null : Buffer.from(text),
    expects: 'valid',
  };
}

/** Text that cannot be percent-encoded (a lone surrogate) is sent as the bytes that UTF-8 has for it. */
const encoded = (value: unknown) => encodeURIComponent(Buffer.from(String(value)).toString());

/** A request with one thing that the document does not allow. */
function wrongOf(operation: Operation, parts: fc.Arbitrary<Parts>): fc.Arbitrary<FuzzRequest> {
  const { document, parameters, bodies } = operation;
  const named = parameters.filter(({ in: place }) => place !== 'header');
  const oneParameter = () =>
    fc
      .tuple(parts, fc.constantFrom(...named), fc.constantFrom(...ODD_TEXTS))
      .map(([each, parameter, value]): FuzzRequest => {
        const changedParameters = { ...each.parameters, [parameter.name]: value };
        const request = written(operation, { ...each, parameters: changedParameters });
        return { ...request, expects: isWrong(operation, parameter, value) ? 'wrong' : 'any' };
      });
  const unknownParameter = fc
    .tuple(parts, fc.constantFrom('nope', 'Limit', 'environment[]', '__proto__'))
    .map(([each, name]): FuzzRequest => {
      const request = written(operation, each);
      const url = `${request.url}${request.url.includes('?') ? '&' : '?'}${name}=1`;
      return { ...request, url, expects: 'wrong' };
    });
  const wrongBody = () =>
    parts
      .filter(({ mediaType }) => mediaType === 'application/json')
      .chain((each) => changed(each.body).map((body) => ({ ...each, body })))
      .map((each): FuzzRequest => {
        // With on_invalid=skip, faulty orders are left out, and the others are accepted.
        const isFaulty =
          each.parameters.on_invalid !== 'skip' &&
          document.faultOf(bodies['application/json']!.schema, each.body) !== null;
        return { ...written(operation, each), expects: isFaulty ? 'wrong' : 'any' };
      });
  return fc.oneof(
    { weight: 1, arbitrary: unknownParameter },
    ...(named.length > 0 ? [{ weight: 3, arbitrary: oneParameter() }] : []),
    ...('application/json' in bodies ? [{ weight: 6, arbitrary: wrongBody() }] : []),
  );
}

/** Whether a text breaks the schema of its parameter. */
function isWrong({ document }: Operation, { schema, in: place }: Parameter, value: string): boolean {
  if (place === 'path' && (value === '' || value.includes('..'))) return false; // another path
  const { type } = document.resolve(schema);
  const isNumber = type === 'integer' || type === 'number';
  return document.faultOf(schema, isNumber && value.trim() !== '' ? Number(value) : value) !== null;
}

const TYPES = [
  ...['application/json', 'APPLICATION/JSON', 'application/json, text/csv', 'application/json; charset="'],
  ...['application/json; charset=utf-16', 'text/csv', 'application/x-ndjson', 'text/plain', '', ';', '../..'],
  ...['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'],
];
const ENCODINGS = ['gzip', 'GZIP', 'x-gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'nonsense', ''];
const ODD_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ...['text/csv', 'application/x-ndjson', 'text/html;q=9', 'text/event-stream'].map(
    (type) => ['accept', type] as const,
  ),
  ['if-match', '*'],
  ['if-match', 'W/"x", "'],
  ['idempotency-key', 'k'],
  ['idempotency-key', 'k'.repeat(300)],
  ['prefer', 'respond-async'],
  ['prefer', 'respond-async; wait=x, ,'],
  ['range', 'bytes=0-1'],
  ['expect', '100-continue'],
  ['expect', 'a miracle'],
  ['x-request-id', 'not <an> id'],
  ['x-forwarded-for', "1.1.1.1, ' OR 1"],
  ['x-http-method-override', 'DELETE'],
  ['origin', 'https://elsewhere.example'],
  ['sec-fetch-site', 'cross-site'],
  ['accept-encoding', 'gzip;q=0, *;q=0'],
  ['x-large', 'x'.repeat(8_000)],
];

/** A body of any bytes under any type and encoding, with an odd header. */
function rawOf(operation: Operation, parts: fc.Arbitrary<Parts>): fc.Arbitrary<FuzzRequest> {
  const hasBody = Object.keys(operation.bodies).length > 0;
  const header = (name: string, values: readonly string[], freq: number) =>
    fc.option(fc.constantFrom(...values.map((value) => [name, value] as const)), { nil: null, freq });
  return parts
    .map((each) => written(operation, each))
    .chain((request) =>
      fc
        .record({
          body: fc.option(brokenBytes(request.body ?? Buffer.from('{}')), {
            nil: null,
            freq: hasBody ? 9 : 1,
          }),
          odd: fc.tuple(
            header('content-type', TYPES, 3),
            header('content-encoding', ENCODINGS, 2),
            fc.option(fc.constantFrom(...ODD_HEADERS), { nil: null }),
          ),
        })
        .map(({ body, odd }): FuzzRequest => {
          const added = Object.fromEntries(odd.filter((each) => each !== null));
          return { ...request, headers: { ...request.headers, ...added }, body, expects: 'any' };
        }),
    );
}

/** 16 MiB of blanks in 16 KiB. */
const GZIP_BOMB = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '));

function brokenBytes(bytes: Buffer): fc.Arbitrary<Buffer> {
  const text = bytes.toString();
  const at = fc.nat({ max: Math.max(0, bytes.length - 1) });
  const texts = [
    ...[`\ufeff${text}`, text.replaceAll('"', "'"), `${text}${text}`, `[${text},]`, '['.repeat(100_000)],
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    ...['1e999', '9'.repeat(400), 'NaN'].map((number) => text.replace(/\d+/, number)),
    text.replace(/"[^"]*"/, '"\\ud800"'),
    text.replace('{', '{"__proto__":{"x":1},'),
  ];
  return fc.oneof(
    // From here to there the bytes are others, none, or once more.
    fc
      .tuple(at, at, fc.uint8Array({ maxLength: 8 }))
      .map(([from, to, other]) => Buffer.concat([bytes.subarray(0, from), other, bytes.subarray(to)])),
    at.map((end) => bytes.subarray(0, end)),
    fc.uint8Array({ maxLength: 64 }).map((any) => Buffer.from(any)),
    fc.constantFrom(
      ...texts.map((each) => Buffer.from(each)),
      Buffer.from(text, 'utf16le'),
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from('{"\xc3(":1}', 'latin1'),
      gzipSync(bytes),
      gzipSync(bytes).subarray(0, 15),
      gzipSync(gzipSync(bytes)),
      GZIP_BOMB,
    ),
  );
}

/** RESTler's invalid dynamic objects, and more: for `ID`, an id that exists is put. */
const ODD_IDS = [
  ...['ID?injected_query_string=123', 'ID/?/', 'ID??', 'ID/ID', '{}', 'ID%00', 'ID%', 'ID%ff', '0ID', 'ID.0'],
  ...['ID;a=b', '..%2fID', '%20ID', '9007199254740993', '-1', '1e3', '0x10', 'x'.repeat(5_000)],
];

function oddIdOf(operation: Operation, parts: fc.Arbitrary<Parts>): fc.Arbitrary<FuzzRequest> {
  const names = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  return fc
    .tuple(parts, fc.constantFrom(...ODD_IDS), fc.constantFrom(...names))
    .map(([each, odd, name]): FuzzRequest => {
      const id = odd.replaceAll('ID', () => encoded(each.parameters[name]));
      const path = operation.path.replace(`{${name}}`, () => id);
      return { ...written({ ...operation, path }, each), expects: 'any' };
    });
}

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { JsonSchema } from '../../../../shared/foundation/json-schema.ts';
import type { Operation, Parameter } from './document.ts';
import { changed, type KnownValues, ODD_TEXTS, valid } from './schema-values.ts';

/** A request as it is sent, without its credential. */
export interface FuzzRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Whether it is `valid` or `wrong` by the document, or not known (`any`). */
  readonly expects: 'valid' | 'wrong' | 'any';
}

/** How requests of an operation are made. */
export type RequestKind = 'valid' | 'wrong' | 'raw' | 'odd id';

/** Any request of a kind for an operation. `known`: values that exist, by the name of their member or parameter. */
export function requestsOf(
  operation: Operation,
  kind: RequestKind,
  known: KnownValues,
): fc.Arbitrary<FuzzRequest> {
  switch (kind) {
    case 'valid':
      return partsOf(operation, known).map((parts) => written(operation, parts));
    case 'wrong':
      return wrongOf(operation, known);
    case 'raw':
      return rawOf(operation, known);
    case 'odd id':
      return oddIdOf(operation, known);
  }
}

interface Parts {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly mediaType: string | null;
  readonly body: unknown;
}

/** Valid parameters and a valid body. */
function partsOf(operation: Operation, known: KnownValues): fc.Arbitrary<Parts> {
  const { document, parameters, bodies, path } = operation;
  const all = fc.record(
    Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        valid(document, parameter.schema, known, parameter.name).filter(
          (value) => parameter.in !== 'header' || isHeaderText(String(value)),
        ),
      ]),
    ),
    { requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) },
  );
  // Few requests have a cursor or an ETag, because one that is made up is always refused.
  const values = fc
    .tuple(all, fc.nat({ max: 4 }))
    .map(([given, n]) =>
      n === 0 ? given : Object.fromEntries(Object.entries(given).filter(([name]) => !MADE_UP.has(name))),
    );
  const types = Object.keys(bodies);
  if (types.length === 0) return values.map((given) => ({ parameters: given, mediaType: null, body: null }));
  const type = fc.oneof(
    { weight: 3, arbitrary: fc.constant(types.find((each) => each === 'application/json') ?? types[0]!) },
    { weight: 1, arbitrary: fc.constantFrom(...types) },
  );
  return fc.tuple(type, values).chain(([mediaType, given]) => {
    const schema = bodySchema(operation, given);
    const body =
      mediaType === 'application/json'
        ? valid(document, schema, known).filter((value) => document.faultOf(schema, value) === null)
        : textBody(path, bodies, mediaType, known);
    return fc.record({ parameters: fc.constant(given), mediaType: fc.constant(mediaType), body });
  });
}

/** The schema of the JSON body. For one setting, the document has it in the schema of all settings. */
function bodySchema({ document, path, bodies }: Operation, { name }: Parts['parameters']): JsonSchema {
  const { schema } = bodies['application/json'] ?? { schema: {} };
  if (path !== '/account/v1/settings/{name}') return schema;
  const all = document.operations.find(
    (each) => each.method === 'PATCH' && each.path === '/account/v1/settings',
  );
  const ofAll = document.resolve(all!.bodies['application/json']!.schema).properties ?? {};
  if (!Object.hasOwn(ofAll, String(name))) return schema;
  const value = ofAll[String(name)]!;
  const one = document.resolve(schema);
  const made = ofOneSetting.get(value) ?? { ...one, properties: { ...one.properties, value } };
  ofOneSetting.set(value, made);
  return made;
}

/** Made once, by the schema of the setting: a document compiles each schema that it sees. */
const ofOneSetting = new WeakMap<JsonSchema, JsonSchema>();

const MADE_UP = new Set(['cursor', 'if-match']);

/** Tables that are not about orders, by a part of their path. */
const TABLES: readonly (readonly [part: string, table: string])[] = [
  ['/inventory', 'sku,warehouse_id,quantity_available\nCHAIR,EWR1,1000000\n"S/K %U",ATL1,1000000\n'],
  ['/transit/lanes', 'warehouse_id,destination_zip3,transit_days\nEWR1,100,1\nATL1,10001,3\n'],
];

/** CSV and NDJSON: the document's own example, and rows of the JSON body's elements. */
function textBody(
  path: string,
  bodies: Operation['bodies'],
  mediaType: string,
  known: KnownValues,
): fc.Arbitrary<unknown> {
  const example = bodies[mediaType]?.example;
  const table = TABLES.find(([part]) => path.includes(part))?.[1];
  if (table !== undefined && mediaType === 'text/csv')
    return fc.constantFrom(table, ...(example === undefined ? [] : [String(example)]));
  const sku = fc.constantFrom(...((known.sku ?? ['SKU']) as string[]));
  const zip = fc.constantFrom(...((known.destination_zip ?? ['10001']) as string[]));
  const order = fc.record({
    external_order_id: fc.uuid(),
    destination_zip: zip,
    sku,
    quantity: fc.integer({ min: 1, max: 9 }),
  });
  const rows = fc.uniqueArray(order, {
    minLength: 1,
    maxLength: 5,
    selector: (each) => each.external_order_id,
  });
  const orders = rows.map((list) =>
    mediaType === 'text/csv'
      ? `external_order_id,destination_zip,sku,quantity\n${list.map((each) => Object.values(each).join(',')).join('\n')}\n`
      : `${list.map(({ sku: of, quantity, ...rest }) => JSON.stringify({ ...rest, lines: [{ sku: of, quantity }] })).join('\n')}\n`,
  );
  return example === undefined ? orders : fc.oneof(orders, fc.constant(String(example)));
}

function written({ method, path, parameters }: Operation, parts: Parts): FuzzRequest {
  const { mediaType, body } = parts;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let url = path;
  for (const { name, in: place } of parameters) {
    const value = parts.parameters[name];
    if (value === undefined) continue;
    if (place === 'path') url = url.replace(`{${name}}`, encodeOdd(String(value)));
    else if (place === 'query') query.append(name, String(value));
    else if (place === 'header') headers[name] = String(value);
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

/** A request with one thing that the document does not allow. */
function wrongOf(operation: Operation, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  const { document, bodies } = operation;
  const named = operation.parameters.filter(({ in: place }) => place !== 'header');
  const oneParameter =
    named.length === 0
      ? []
      : [
          fc
            .tuple(partsOf(operation, known), fc.constantFrom(...named), fc.constantFrom(...ODD_TEXTS))
            .map(([parts, parameter, value]) => {
              const request = written(operation, {
                ...parts,
                parameters: { ...parts.parameters, [parameter.name]: value },
              });
              return { ...request, expects: isWrong(operation, parameter, value) ? 'wrong' : 'any' } as const;
            }),
        ];
  const unknownParameter = fc
    .tuple(partsOf(operation, known), fc.constantFrom('nope', 'Limit', 'environment[]', '__proto__'))
    .map(([parts, name]) => {
      const request = written(operation, parts);
      return {
        ...request,
        url: `${request.url}${request.url.includes('?') ? '&' : '?'}${name}=1`,
        expects: 'wrong',
      } as const;
    });
  const json = bodies['application/json'];
  const body =
    json === undefined
      ? []
      : [
          partsOf(operation, known)
            .filter(({ mediaType }) => mediaType === 'application/json')
            .chain((parts) => changed(fc.constant(parts.body)).map((value) => ({ ...parts, body: value })))
            .map((parts) => {
              // With on_invalid=skip, faulty orders are left out, and the others are accepted.
              const skips = parts.parameters.on_invalid === 'skip';
              const isFaulty =
                !skips && document.faultOf(bodySchema(operation, parts.parameters), parts.body) !== null;
              return { ...written(operation, parts), expects: isFaulty ? 'wrong' : 'any' } as const;
            }),
        ];
  return fc.oneof(
    { weight: 1, arbitrary: unknownParameter },
    ...oneParameter.map((arbitrary) => ({ weight: 3, arbitrary })),
    ...body.map((arbitrary) => ({ weight: 6, arbitrary })),
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
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'APPLICATION/JSON',
  'application/json, text/csv',
  'text/csv',
  'application/x-ndjson',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
  ';',
  '../..',
];
const ENCODINGS = ['gzip', 'GZIP', 'x-gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'nonsense', ''];
const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { accept: 'text/csv' },
  { accept: 'application/x-ndjson' },
  { accept: 'text/html;q=9' },
  { accept: 'text/event-stream' },
  { 'if-match': '*' },
  { 'if-match': 'W/"x", "' },
  { 'idempotency-key': 'k' },
  { 'idempotency-key': 'k'.repeat(300) },
  { prefer: 'respond-async' },
  { prefer: 'respond-async; wait=x, ,' },
  { range: 'bytes=0-1' },
  { expect: '100-continue' },
  { expect: 'a miracle' },
  { 'x-request-id': 'not <an> id' },
  { 'x-forwarded-for': "1.1.1.1, ' OR 1" },
  { 'x-http-method-override': 'DELETE' },
  { origin: 'https://elsewhere.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'accept-encoding': 'gzip;q=0, *;q=0' },
  { 'x-large': 'x'.repeat(8_000) },
];

/** A body of any bytes under any type and encoding, with odd headers. */
function rawOf(operation: Operation, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  const request = partsOf(operation, known).map((parts) => written(operation, parts));
  const bytes = request.chain(({ body }) => mutatedBytes(body ?? Buffer.from('{}')));
  const hasBody = Object.keys(operation.bodies).length > 0;
  return fc
    .record({
      request,
      bytes,
      type: fc.option(fc.constantFrom(...TYPES), { nil: null, freq: 3 }),
      encoding: fc.option(fc.constantFrom(...ENCODINGS), { nil: null, freq: 2 }),
      odd: fc.constantFrom(...ODD_HEADERS),
      sends: fc.nat({ max: 9 }),
    })
    .map(({ request: { headers, ...rest }, bytes: body, type, encoding, odd, sends }) => ({
      ...rest,
      headers: {
        ...headers,
        ...(type !== null && { 'content-type': type }),
        ...(encoding !== null && { 'content-encoding': encoding }),
        ...odd,
      },
      body: sends < (hasBody ? 9 : 2) ? body : null,
      expects: 'any' as const,
    }));
}

function mutatedBytes(valid: Buffer): fc.Arbitrary<Buffer> {
  const text = valid.toString();
  const at = fc.nat({ max: Math.max(0, valid.length - 1) });
  const changes: fc.Arbitrary<Buffer>[] = [
    at.map((end) => valid.subarray(0, end)),
    fc.tuple(at, fc.nat({ max: 255 })).map(([place, byte]) => {
      const copy = Buffer.from(valid);
      copy[place] = byte;
      return copy;
    }),
    fc
      .tuple(at, fc.uint8Array({ maxLength: 8 }))
      .map(([place, bytes]) => Buffer.concat([valid.subarray(0, place), bytes, valid.subarray(place)])),
    fc
      .tuple(at, at)
      .map(([a, b]) => Buffer.concat([valid.subarray(0, Math.max(a, b)), valid.subarray(Math.min(a, b))])),
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(
      Buffer.from(`\ufeff${text}`),
      Buffer.from(text, 'utf16le'),
      Buffer.from(text.replaceAll('"', "'")),
      Buffer.from(`${text}${text}`),
      Buffer.from(`[${text},]`),
      Buffer.from('['.repeat(100_000)),
      Buffer.from(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
      Buffer.from(text.replace(/\d+/, '1e999')),
      Buffer.from(text.replace(/\d+/, '9'.repeat(400))),
      Buffer.from(text.replace(/\d+/, 'NaN')),
      Buffer.from(text.replace(/"[^"]*"/, '"\\ud800"')),
      Buffer.from(text.replace('{', '{"__proto__":{"x":1},')),
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
      gzipSync(valid),
      gzipSync(valid).subarray(0, 15),
      gzipSync(gzipSync(valid)),
      GZIP_BOMB,
    ),
  ];
  return fc.oneof(...changes);
}

/** 16 MiB of blanks in 16 KiB. */
const GZIP_BOMB = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '));

/** RESTler's invalid dynamic objects, and more: an id that exists, with something added to it. */
function oddIdOf(operation: Operation, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  const odd = fc.constantFrom(
    (id: string) => `${id}?injected_query_string=123`,
    (id: string) => `${id}/?/`,
    (id: string) => `${id}??`,
    (id: string) => `${id}/${id}`,
    () => '{}',
    (id: string) => `${id}%00`,
    (id: string) => `${id}%`,
    (id: string) => `${id}%ff`,
    (id: string) => `0${id}`,
    (id: string) => `${id}.0`,
    (id: string) => `${id};a=b`,
    (id: string) => `..%2f${id}`,
    (id: string) => ` ${id}`.replace(' ', '%20'),
    () => '9007199254740993',
    () => '-1',
    () => '1e3',
    () => '0x10',
    () => 'x'.repeat(5_000),
  );
  const names = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  return fc.tuple(partsOf(operation, known), odd, fc.constantFrom(...names)).map(([parts, make, name]) => {
    const id = encodeOdd(String(parts.parameters[name]));
    const marked = written(operation, { ...parts, parameters: { ...parts.parameters, [name]: MARK } });
    return { ...marked, url: marked.url.replace(MARK, make(id)), expects: 'any' as const };
  });
}

const MARK = 'the-id-that-is-replaced';

/** Text that cannot be percent-encoded (a lone surrogate) is sent as the bytes that UTF-8 has for it. */
function encodeOdd(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString());
}

function isHeaderText(value: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(value) && value.trim() === value && value !== '';
}

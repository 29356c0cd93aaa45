import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ContentEncoding, MAX_RATIO } from '../../shared/contracts/intake/incoming-body.ts';
import type { IntakeFormat } from '../../shared/contracts/intake/read-elements.ts';
import { AppError } from '../../shared/foundation/errors/app-error.ts';

/** The limits of a body that is read as a stream, for descriptions of endpoints. */
export const STREAM_LIMITS =
  'A body may have STREAM_LIMIT_BYTES (8 GiB unless the service is set up otherwise), as it is sent and unpacked, ' +
  `and gzip may not become more than ${MAX_RATIO} times its bytes; more is a 413.`;

const MEDIA_TYPES: Readonly<Record<IntakeFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  json: 'application/json',
};

const ENCODINGS: ReadonlyMap<string, ContentEncoding> = new Map([
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
]);

/** Lets the routes of a plugin take bodies of these formats. `request.body` is the format; the body itself stays unread. */
export function takeFormats(app: FastifyInstance, ...formats: readonly IntakeFormat[]): void {
  for (const format of formats) app.addContentTypeParser(MEDIA_TYPES[format], async () => format);
}

/** Hints by content types that no endpoint takes. */
const LIKELY: readonly (readonly [RegExp, string])[] = [
  [/^$/, ''],
  [
    /^multipart\//,
    'A multipart form is not taken: send the file itself as the body (curl --data-binary @FILE).',
  ],
  [
    /^application\/x-www-form-urlencoded$/,
    "This is what curl -d sends by itself: add -H 'Content-Type: application/json'.",
  ],
  [
    /^application\/(x-)?gzip$/,
    'For a compressed file, send the type of its content, and Content-Encoding: gzip.',
  ],
  [/json/, 'For JSON send application/json; for a JSON value a line, application/x-ndjson.'],
  [/csv|tab-separated|excel|spreadsheet/, 'Save a spreadsheet as CSV and send it as text/csv.'],
];

/** The 415 of a request. It names the types that its endpoint takes, and the likely cause. */
export function unsupportedType({ headers, server }: FastifyRequest): AppError {
  const sent = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const taken = Object.values(MEDIA_TYPES).filter((type) => server.hasContentTypeParser(type));
  const likely = LIKELY.find(([types]) => types.test(sent))?.[1] ?? '';
  const what = sent === '' ? 'The request has no Content-Type' : `The endpoint does not take ${sent}`;
  return new AppError('unsupported_media_type', `${what}; it takes ${taken.join(', ')}. ${likely}`.trim());
}

/** The format of a body that is not read yet. Throws AppError unsupported_media_type. */
export function formatOf(request: FastifyRequest): IntakeFormat {
  if (request.body === undefined) throw unsupportedType(request);
  return request.body as IntakeFormat; // takeFormats put it there
}

/** How a body is encoded. Throws AppError unsupported_media_type. */
export function contentEncodingOf({ headers }: Pick<FastifyRequest, 'headers'>): ContentEncoding {
  const sent = headers['content-encoding'] ?? '';
  const encoding = ENCODINGS.get(sent.trim().toLowerCase());
  if (encoding) return encoding;
  throw new AppError(
    'unsupported_media_type',
    `The endpoint does not take Content-Encoding ${sent}; it takes gzip.`,
  );
}

/** Refuses a compressed body where a body is read as a whole. Throws AppError unsupported_media_type. */
export function refuseEncoded({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const sent = headers['content-encoding'] ?? '';
  if (ENCODINGS.get(sent.trim().toLowerCase()) === 'identity') return;
  throw new AppError(
    'unsupported_media_type',
    `The endpoint does not take Content-Encoding ${sent}: send the body as it is. POST /api/v1/runs and ` +
      '/api/v1/inventory/uploads take gzip.',
  );
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../shared/errors/app-error.ts';
import type { ContentEncoding } from '../shared/intake/incoming-body.ts';
import type { IntakeFormat } from '../shared/intake/read-orders.ts';

const FORMATS: ReadonlyMap<string, IntakeFormat> = new Map([
  ['application/x-ndjson', 'ndjson'],
  ['text/csv', 'csv'],
  ['application/json', 'json'],
]);

const ENCODINGS: ReadonlyMap<string, ContentEncoding> = new Map([
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
]);

/** Leaves the bodies of a plugin's routes to them, to be read as they come in: no limit, and nothing parsed before. */
export function takeStreams(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const [type, format] of FORMATS) app.addContentTypeParser(type, async () => format);
}

/** What a body that is read as a stream holds. Throws AppError unsupported_media_type. */
export function streamFormatOf({ body }: Pick<FastifyRequest, 'body'>): IntakeFormat {
  if (body === undefined) throw new AppError('unsupported_media_type');
  return body as IntakeFormat; // as its parser said
}

/** How a body is packed. Throws AppError unsupported_media_type. */
export function contentEncodingOf({ headers }: Pick<FastifyRequest, 'headers'>): ContentEncoding {
  const sent = headers['content-encoding'] ?? '';
  const encoding = ENCODINGS.get(sent.trim().toLowerCase());
  if (encoding) return encoding;
  throw new AppError(
    'unsupported_media_type',
    `The endpoint does not take Content-Encoding ${sent}; it takes gzip.`,
  );
}

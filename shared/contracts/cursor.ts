import type { z } from 'zod';
import { AppError } from '../foundation/errors/app-error.ts';

/** The end of a page, as an opaque text. */
export function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** The page of what was found, of which one more than `limit` was asked for, and the cursor of the next page. */
export function pageOf<Row>(found: readonly Row[], limit: number, positionOf: (last: Row) => unknown) {
  const page = found.slice(0, limit);
  return { page, next_cursor: found.length > limit ? encodeCursor(positionOf(page.at(-1)!)) : null };
}

/** Reads a cursor back. Throws AppError validation_failed for a text that `encodeCursor` did not make. */
export function decodeCursor<T extends z.ZodType>(schema: T, cursor: string): z.output<T> {
  const position = schema.safeParse(parseOrNull(Buffer.from(cursor, 'base64url').toString()));
  if (position.success) return position.data;
  const fault = { path: 'cursor', message: 'This is not a next_cursor of the same listing.' };
  throw new AppError('validation_failed', 'The query failed validation: the cursor is unknown.', {
    faults: [fault],
  });
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

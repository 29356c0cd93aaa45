import { z } from 'zod';
import { decodeCursor } from '../../../shared/contracts/cursor.ts';

const position = z.int().min(1);

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/**
 * The rows behind a cursor that is an id, newest first. One more than the page holds says whether there is another page.
 * Throws AppError validation_failed for a bad cursor.
 */
export function pageBefore({ cursor, limit }: PageQuery) {
  return { before: cursor === undefined ? null : BigInt(decodeCursor(position, cursor)), limit: limit + 1 };
}

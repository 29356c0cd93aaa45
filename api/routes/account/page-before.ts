import { z } from 'zod';
import { decodeCursor, pageOf } from '../../../shared/contracts/cursor.ts';

const position = z.int().min(1);

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/**
 * The rows after a cursor that is an id, newest first. It asks for one more row than the page has, to see whether there
 * is another page. Throws AppError validation_failed for a bad cursor.
 */
export function pageBefore({ cursor, limit }: PageQuery) {
  return { before: cursor === undefined ? null : BigInt(decodeCursor(position, cursor)), limit: limit + 1 };
}

/** The page of the rows that `pageBefore` asked for, and the cursor of the next one. */
export function pageById<Row extends { readonly id: bigint }>(found: readonly Row[], limit: number) {
  const rows = found.map(({ id, ...row }) => ({ ...row, id: Number(id) }));
  return pageOf(rows, limit, ({ id }) => id);
}

import { Prisma } from '../db/generated/client.ts';

/** A value for a JSON column that may be null. */
export function jsonOrNull(value: object | null | undefined) {
  return value == null ? Prisma.DbNull : (value as Prisma.InputJsonObject);
}

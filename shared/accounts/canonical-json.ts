/**
 * JSON text in which the order of an object's keys says nothing: equal data has equal text. PostgreSQL's JSONB
 * keeps no key order, so that what was read back can be compared with what was written.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

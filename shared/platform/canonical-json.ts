/**
 * JSON text with sorted keys, so that equal data has equal text. PostgreSQL's JSONB does not keep the order of keys: this
 * makes it possible to compare what was read with what was written.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value));
}

/** Whether two values have the same canonical text. Most equal values have the same text as they are, which is faster to compare. */
export function isSameJson(left: unknown, right: unknown): boolean {
  return (
    left === right ||
    JSON.stringify(left) === JSON.stringify(right) ||
    canonicalJson(left) === canonicalJson(right)
  );
}

/** JSON.stringify with a replacer function would take several times as long. */
function withSortedKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || 'toJSON' in value) return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const from = value as Record<string, unknown>;
  const keys = Object.keys(from).sort();
  return Object.fromEntries(keys.map((key) => [key, withSortedKeys(from[key])]));
}

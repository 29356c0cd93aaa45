/**
 * JSON text with sorted keys, so that equal data has equal text. PostgreSQL's JSONB does not keep the order of keys, so
 * what was read can be compared with what was written only in this form.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value));
}

/** Whether two values have the same canonical text. Plain JSON texts are compared first, because that is faster. */
export function isSameJson(left: unknown, right: unknown): boolean {
  return (
    left === right ||
    JSON.stringify(left) === JSON.stringify(right) ||
    canonicalJson(left) === canonicalJson(right)
  );
}

/** A copy with sorted keys. JSON.stringify with a replacer function would take several times as long. */
function withSortedKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || 'toJSON' in value) return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const from = value as Record<string, unknown>;
  const keys = Object.keys(from).sort();
  return Object.fromEntries(keys.map((key) => [key, withSortedKeys(from[key])]));
}

/** Characters that JSON must escape: quote, backslash, control characters, and surrogates, because one may be unpaired. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/**
 * A string as JSON text: the same as by JSON.stringify, but several times faster for the short plain strings (IDs, SKUs)
 * of answers and stored rows.
 */
export function jsonText(value: string): string {
  return NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
}

/** The fault of a text for which `expandPrefixes` returns null. */
export const PREFIX_RULE = 'must be 3 or 5 digits, or a range of them such as 005-009';

/**
 * The prefixes of three or five digits that `005`, `10001`, `005-009` or `00500-00999` stands for. USPS writes ranges
 * with three hyphens. A hundred ZIPs from 00 to 99 become their prefix of three digits. null: the text is none of
 * these.
 */
export function expandPrefixes(text: string): string[] | null {
  const match = /^(\d{3}|\d{5})(?:\s*(?:-{1,3}|–)\s*(\d{3}|\d{5}))?$/.exec(text);
  if (match === null) return null;
  const [, first = '', last = first] = match;
  if (first.length !== last.length || first > last) return null;
  const prefixes: string[] = [];
  for (let at = Number(first); at <= Number(last); at++) {
    if (first.length === 5 && at % 100 === 0 && at + 99 <= Number(last)) {
      prefixes.push(String(at / 100).padStart(3, '0'));
      at += 99;
    } else {
      prefixes.push(String(at).padStart(first.length, '0'));
    }
  }
  return prefixes;
}

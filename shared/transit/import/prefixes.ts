/** What `expandPrefixes` takes, for the fault where it gives null. */
export const PREFIX_RULE = 'must be 3 or 5 digits, or a range of them such as 005-009';

/**
 * The prefixes of three or five digits that a table means by `005`, `10001`, `005-009` or `00500-00999`; USPS
 * writes ranges with three hyphens. A whole hundred of ZIPs is its prefix of three digits. Null for anything else.
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

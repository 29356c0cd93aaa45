import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The scenarios whose answers are golden files: one for each kind of outcome, warning and field that an answer can have. */
export const GOLDEN_SCENARIOS: ReadonlySet<string> = new Set([
  'full-from-preferred',
  'preferred-too-slow',
  'split',
  'same-sku-twice',
  'partial-split',
  'no-inventory',
  'invalid-zip',
  'several-rules',
  'several-warnings',
  'drop-ship-beside-split',
  'do-not-partial',
  'hold',
  'restrict-with-fallback',
  'transit-blocked',
  'minimum-value-warned',
  'more-than-max-shipments',
  'lowest-cost',
  'dated-split',
  'late-blocked',
  'profile-matched',
]);

/** A folder of golden files: answers that may change only on purpose. `UPDATE_GOLDEN=1` writes them again. */
export interface GoldenFolder {
  /** The text of the file. With UPDATE_GOLDEN, `actual` is written to it first. */
  expected(name: string, actual: string): string;
  names(): string[];
}

/** Opens the folder at `url`, which ends in a slash. */
export function goldenFolder(url: URL): GoldenFolder {
  return {
    expected(name, actual) {
      const file = new URL(`${name}.json`, url);
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, actual);
      return readFileSync(file, 'utf8');
    },
    names: () => readdirSync(url).map((file) => file.replace(/\.json$/, '')),
  };
}

/** JSON text with one value on each line. The order of keys stays. */
export function laidOut(json: string): string {
  return `${JSON.stringify(JSON.parse(json), null, 2)}\n`;
}

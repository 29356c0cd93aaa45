import type { IntakeRecord } from './intake-record.ts';
import type { IntakeWarnings } from './intake-warnings.ts';

// Two texts may look the same and be two: é is one character or two (NFC, NFD), and some characters cannot be seen.

const PLAIN = /^[\x21-\x7e]*$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** How a SKU looks, if others may look so and be another SKU; null: it is what it looks like. */
export function looksLike(sku: string): string | null {
  if (PLAIN.test(sku)) return null;
  const look = sku
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/\p{Zs}/gu, ' ');
  return look === sku ? null : look;
}

/** Adds to `warnings` each SKU of a snapshot that is not what it looks like. */
export function warnOfLook(sku: string, line: number, warnings: IntakeWarnings): void {
  const look = looksLike(sku);
  if (look === null) return;
  const escaped = JSON.stringify(sku).replace(/[^\x20-\x7e]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  const message = `SKU ${escaped} looks the same as ${JSON.stringify(look)} and is another one`;
  warnings.add(line, message, 'looks the same');
}

/** Reads rows with these warnings. In JSON, a row has its number in place of a line. */
export async function* warningOfLooks<T extends { readonly sku: string }>(
  reading: AsyncIterable<IntakeRecord<T>[]>,
  warnings: IntakeWarnings,
): AsyncGenerator<IntakeRecord<T>[]> {
  let row = 0;
  for await (const records of reading) {
    for (const { place, value } of records) {
      row += 1;
      if (value !== null) warnOfLook(value.sku, place.line ?? row, warnings);
    }
    yield records;
  }
}

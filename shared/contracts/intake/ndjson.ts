import { type ElementCheck, type IntakeRecord, jsonRecord, unreadable } from './intake-record.ts';
import { faultText, parseJson } from './json-text.ts';
import type { Line, LineReader } from './lines.ts';

/** Reads one element from each line. Blank lines are skipped. A line that is no element is a fault. */
export function ndjsonReader<T>(check: ElementCheck<T>): LineReader<IntakeRecord<T>> {
  const read = ({ number, text, fault }: Line): IntakeRecord<T> => {
    const place = { line: number, path: '' };
    if (fault !== null) return unreadable(place, fault);
    const parsed = parseJson(text);
    return parsed.fault === null
      ? jsonRecord(place, text, parsed.value, check)
      : unreadable(
          place,
          faultText(parsed.fault, (offset) => `column ${offset + 1}`),
        );
  };
  return {
    feed: (lines) => lines.filter(({ text, fault }) => fault !== null || text.trim() !== '').map(read),
    end: () => [],
  };
}

import { type ElementCheck, type IntakeRecord, jsonRecord, type Place, unreadable } from './intake-record.ts';
import { parseJson } from './json-text.ts';
import { readLines } from './lines.ts';

/**
 * Reads an element a line, each of up to `maxBytes`; blank lines are skipped. A line that is none is a fault of its
 * own.
 */
export async function* readNdjson<T>(
  chunks: AsyncIterable<Buffer>,
  check: ElementCheck<T>,
  maxBytes: number,
): AsyncGenerator<IntakeRecord<T>[]> {
  for await (const lines of readLines(chunks, maxBytes)) {
    const records: IntakeRecord<T>[] = [];
    for (const { number, text, fault } of lines) {
      const place = { line: number, path: '' };
      if (fault !== null) records.push(unreadable(place, fault));
      else if (text.trim() !== '') records.push(readLine(place, text, check));
    }
    yield records;
  }
}

function readLine<T>(place: Place, json: string, check: ElementCheck<T>): IntakeRecord<T> {
  const parsed = parseJson(json);
  if (parsed.fault !== null) return unreadable(place, parsed.fault);
  return jsonRecord(place, json, parsed.value, check);
}

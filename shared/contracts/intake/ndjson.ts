import { type ElementCheck, type IntakeRecord, unreadable } from './intake-record.ts';
import { readLines } from './lines.ts';
import { readNdjsonLine } from './ndjson-line.ts';

/**
 * Reads one element from each line, of up to `maxBytes`. Blank lines are skipped. A line that is no element is a fault.
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
      else if (text.trim() !== '') records.push(readNdjsonLine(place, text, check));
    }
    yield records;
  }
}

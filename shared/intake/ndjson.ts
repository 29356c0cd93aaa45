import {
  type ElementCheck,
  type IntakeRecord,
  jsonRecord,
  MAX_ELEMENT_BYTES,
  type Place,
  unreadable,
} from './intake-record.ts';
import { readLines } from './lines.ts';

/** Reads an element a line; blank lines are skipped. A line that is none is a fault of its own. */
export async function* readNdjson<T>(
  chunks: AsyncIterable<Buffer>,
  check: ElementCheck<T>,
): AsyncGenerator<IntakeRecord<T>[]> {
  for await (const lines of readLines(chunks, MAX_ELEMENT_BYTES)) {
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
  let sent: unknown;
  try {
    sent = JSON.parse(json);
  } catch {
    return unreadable(place, 'is not valid JSON');
  }
  return jsonRecord(place, json, sent, check);
}

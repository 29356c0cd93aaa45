import { type IntakeRecord, jsonRecord, MAX_ORDER_BYTES, type Place, unreadable } from './intake-record.ts';
import { readLines } from './lines.ts';

/** Reads an order a line; blank lines are skipped. A line that is no order is a fault of its own. */
export async function* readNdjson(chunks: AsyncIterable<Buffer>): AsyncGenerator<IntakeRecord[]> {
  for await (const lines of readLines(chunks, MAX_ORDER_BYTES)) {
    const records: IntakeRecord[] = [];
    for (const { number, text, fault } of lines) {
      const place = { line: number, path: '' };
      if (fault !== null) records.push(unreadable(place, fault));
      else if (text.trim() !== '') records.push(readLine(place, text));
    }
    yield records;
  }
}

function readLine(place: Place, json: string): IntakeRecord {
  let sent: unknown;
  try {
    sent = JSON.parse(json);
  } catch {
    return unreadable(place, 'is not valid JSON');
  }
  return jsonRecord(place, json, sent);
}

import { type ElementCheck, type IntakeRecord, jsonRecord, type Place, unreadable } from './intake-record.ts';
import { parseJson } from './json-text.ts';

/** Reads the JSON text of one line. */
export function readNdjsonLine<T>(place: Place, json: string, check: ElementCheck<T>): IntakeRecord<T> {
  const parsed = parseJson(json);
  if (parsed.fault !== null) return unreadable(place, parsed.fault);
  return jsonRecord(place, json, parsed.value, check);
}

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Refused, type RoutingClient } from '../../shared/client/client.ts';
import { CsvRows } from '../../shared/contracts/intake/csv-rows.ts';
import { textLine } from '../../shared/contracts/intake/text-line.ts';
import type { IntakeWarning } from '../../shared/contracts/intake-warning.ts';
import { MAX_SHIPPED_ORDERS } from '../../shared/contracts/shipped.ts';
import { MAX_CHANGES } from '../../shared/contracts/stock-changes.ts';
import { decodeText } from '../../shared/foundation/decode-text.ts';
import type { ProgressDisplay } from '../terminal/progress-display.ts';
import { UsageError } from './failures.ts';
import { fileKind } from './file-format.ts';
import { type FileOptions, type FileSource, sendFile } from './send-file.ts';

// A file of any length of what an endpoint takes some thousand of: sent in parts, each with a key from its content.

/** What a file has, and how it is cut. */
interface PartKind {
  readonly url: string;
  /** The array of its elements in JSON. */
  readonly list: 'orders' | 'changes';
  /** The most of them in a part. */
  readonly most: number;
  /** The fields of which rows and elements that are the same stay in one part. */
  readonly together: readonly (readonly string[])[];
  /** What a group may not have twice; null: it may. */
  readonly once: string | null;
}

const WAREHOUSE = ['warehouse_id', 'external_warehouse_id', 'warehouse_code'];

export const SHIPPED_PARTS: PartKind = {
  ...{ url: '/api/v1/orders/batch-shipped', list: 'orders', most: MAX_SHIPPED_ORDERS, once: null },
  together: [['order_id']],
};

export const CHANGES_PARTS: PartKind = {
  ...{ url: '/api/v1/inventory/changes', list: 'changes', most: MAX_CHANGES, once: 'SKU and warehouse' },
  together: [['sku'], WAREHOUSE],
};

/** The most bytes of a part: fewer than a body may have. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Rows or elements that stay together. */
interface Group {
  readonly texts: string[];
  /** The place of each in the file: its line, or its index from 0. */
  readonly places: number[];
}

interface Part {
  readonly bytes: Buffer;
  /** The place in the file of a line or an index of the part. */
  readonly placeOf: (place: number) => number;
}

/** What the parts of a file were answered. */
export interface SentParts<T> {
  readonly answers: readonly T[];
  readonly warnings: readonly IntakeWarning[];
  /** Whether all of them were sent before. */
  readonly isReplay: boolean;
}

/**
 * Sends a file in parts that end between orders or pairs, one after another. Sent again, also after a fault was mended, it has
 * the same effect once, for as long as keys live. Throws UsageError for a pair that comes twice in several parts, before the
 * first is sent; Refused of a part with the places of the file, which says how many parts are taken.
 */
export async function sendParts<T extends { warnings?: IntakeWarning[] }>(
  client: RoutingClient,
  kind: PartKind,
  source: FileSource,
  options: FileOptions & { readonly query?: string },
  display: ProgressDisplay,
): Promise<SentParts<T>> {
  const { gzipped, format: named } = fileKind(source.name);
  const format = options.format ?? named;
  const sent = await buffer(source.open());
  const bytes = gzipped ? gunzipSync(sent) : sent;
  const parts = (format === 'csv' ? csvParts(kind, bytes) : jsonParts(kind, bytes)) ?? [
    { bytes, placeOf: (place: number) => place },
  ];
  const answers: T[] = [];
  let replays = 0;
  for (const [nth, part] of parts.entries()) {
    const name = gzipped ? source.name.replace(/\.gz$/i, '') : source.name;
    const open = () => Readable.from([part.bytes], { objectMode: false });
    const headers = { 'idempotency-key': keyOf(kind, part.bytes) };
    const file = { name, size: part.bytes.length, open };
    const asSent = { ...(format !== undefined && { format }), headers, onReplay: () => (replays += 1) };
    try {
      const answer = await sendFile<T>(client, `${kind.url}${options.query ?? ''}`, file, asSent, display);
      answers.push(parts.length === 1 ? answer : JSON.parse(placed(JSON.stringify(answer), kind, part)));
      for (const warning of answers.at(-1)!.warnings ?? []) warning.line = part.placeOf(warning.line);
    } catch (error) {
      if (!(error instanceof Refused) || parts.length === 1) throw error;
      throw inFile(error, kind, part, nth, parts.length);
    }
  }
  const warnings = answers.flatMap((answer) => answer.warnings ?? []);
  return { answers, warnings, isReplay: replays === parts.length };
}

const keyOf = ({ url }: PartKind, bytes: Buffer) =>
  `wrs-${createHash('sha256').update(url).update(bytes).digest('hex')}`;

/** A text with the places of the whole file. */
function placed(text: string, { list }: PartKind, { placeOf }: Part): string {
  return text
    .replace(/\bline (\d+)/g, (_, line) => `line ${placeOf(Number(line))}`)
    .replace(new RegExp(`\\b${list}\\[(\\d+)\\]`, 'g'), (_, index) => `${list}[${placeOf(Number(index))}]`);
}

/** The refusal of a part, with the places of the whole file. */
function inFile(
  { status, message, errors, code, requestId }: Refused,
  kind: PartKind,
  part: Part,
  nth: number,
  of: number,
): Refused {
  const inPlace = (text: string) => placed(text, kind, part);
  const taken =
    nth === 0 ? 'no part is taken' : nth === 1 ? 'the first is taken' : `the first ${nth} are taken`;
  return new Refused(status, `Part ${nth + 1} of ${of} was refused, and ${taken}. ${inPlace(message)}`, {
    errors: errors.map((fault) => ({ path: inPlace(fault.path), message: inPlace(fault.message) })),
    code,
    requestId,
  });
}

/** Null: the file is no more than one part, or cannot be read, which the service says. */
function csvParts(kind: PartKind, bytes: Buffer): Part[] | null {
  const text = decodeText(bytes);
  if (text === null) return null;
  const lines = text.split('\n');
  const csv = new CsvRows();
  const read = lines.map((line, index) => textLine(line, index + 1)).filter((line) => line.text !== '');
  const [header, ...rows] = [...csv.feed(read), ...csv.end()];
  if (header === undefined || rows.length <= kind.most || rows.some(({ fault }) => fault !== null))
    return null;
  const names = header.fields.map((field) => field.trim().toLowerCase());
  const indexes = kind.together.map((group) => names.findIndex((name) => group.includes(name)));
  if (indexes.includes(-1)) return null;
  const ends = [...rows.slice(1).map(({ line }) => line - 1), lines.length];
  const groups = new Map<string, Group>();
  for (const [nth, { line, fields }] of rows.entries()) {
    const rowText = lines
      .slice(line - 1, ends[nth])
      .join('\n')
      .replace(/\r?\n*$/, '');
    addTo(
      groups,
      kind,
      indexes.map((index) => fields[index]?.trim()),
      rowText,
      line,
      'line',
    );
  }
  const head = lines.slice(0, rows[0]!.line - 1).join('\n');
  return partsOf(kind, groups).map((part) => {
    const places = part.flatMap((group) =>
      group.texts.flatMap((row, nth) => row.split('\n').map((_, more) => group.places[nth]! + more)),
    );
    const first = head.split('\n').length;
    const body = part.flatMap(({ texts }) => texts).join('\n');
    return {
      bytes: Buffer.from(`${head}\n${body}\n`),
      placeOf: (line) => places[line - first - 1] ?? line,
    };
  });
}

function jsonParts(kind: PartKind, bytes: Buffer): Part[] | null {
  const document = parsedOrNull(bytes);
  const elements = (document as Record<string, unknown> | null)?.[kind.list];
  if (!Array.isArray(elements) || elements.length <= kind.most) return null;
  const groups = new Map<string, Group>();
  for (const [index, element] of elements.entries()) {
    const named = kind.together.map((group) =>
      group.map((name) => element?.[name]).find((value) => value != null),
    );
    addTo(groups, kind, named, JSON.stringify(element), index, 'element');
  }
  return partsOf(kind, groups).map((part) => {
    const places = part.flatMap((group) => group.places);
    const list = part.flatMap(({ texts }) => texts).join(',');
    const others = JSON.stringify({ ...(document as object), [kind.list]: [] });
    const whole = others.replace(`"${kind.list}":[]`, () => `"${kind.list}":[${list}]`);
    return { bytes: Buffer.from(whole), placeOf: (index) => places[index] ?? index };
  });
}

function addTo(
  groups: Map<string, Group>,
  { once }: PartKind,
  names: readonly unknown[],
  text: string,
  place: number,
  what: 'line' | 'element',
): void {
  const key = JSON.stringify(names);
  const before = groups.get(key);
  if (before !== undefined && once !== null)
    throw new UsageError(
      `${once} ${names.join(' ')} comes twice: ${what} ${before.places[0]} and ${what} ${place}. Nothing was sent.`,
    );
  if (before === undefined) groups.set(key, { texts: [text], places: [place] });
  else {
    before.texts.push(text);
    before.places.push(place);
  }
}

/** Whole groups, as many as a part may have. */
function partsOf({ most }: PartKind, groups: ReadonlyMap<string, Group>): Group[][] {
  const parts: Group[][] = [[]];
  let elements = 0;
  let bytes = 0;
  for (const group of groups.values()) {
    const size = group.texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
    if (elements > 0 && (elements + group.texts.length > most || bytes + size > MAX_BYTES)) {
      parts.push([]);
      elements = 0;
      bytes = 0;
    }
    parts.at(-1)!.push(group);
    elements += group.texts.length;
    bytes += size;
  }
  return parts;
}

function parsedOrNull(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

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

/** A row or an element. */
interface Element {
  /** What it is of, such as its order: those of the same stay together. */
  readonly names: readonly unknown[];
  readonly text: string;
  /** Its line in the file, or its index from 0. */
  readonly place: number;
}

/** A file that is cut. */
interface Document {
  readonly what: 'line' | 'element';
  readonly elements: readonly Element[];
  /** The place of the first element in each part. */
  readonly first: number;
  /** A part with these elements. */
  readonly write: (texts: readonly string[]) => string;
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
  const document = format === 'csv' ? csvDocument(kind, bytes) : jsonDocument(kind, bytes);
  const isOne = document === null || document.elements.length <= kind.most;
  const parts = isOne ? [{ bytes, placeOf: (place: number) => place }] : partsOf(kind, document);
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

/** Null: the file cannot be read, which the service says. */
function csvDocument({ together }: PartKind, bytes: Buffer): Document | null {
  const text = decodeText(bytes);
  if (text === null) return null;
  const lines = text.split('\n');
  const csv = new CsvRows();
  const read = lines.map((line, index) => textLine(line, index + 1)).filter((line) => line.text !== '');
  const [header, ...rows] = [...csv.feed(read), ...csv.end()];
  if (header === undefined || rows.length === 0 || rows.some(({ fault }) => fault !== null)) return null;
  const names = header.fields.map((field) => field.trim().toLowerCase());
  const indexes = together.map((group) => names.findIndex((name) => group.includes(name)));
  if (indexes.includes(-1)) return null;
  const head = lines.slice(0, rows[0]!.line - 1);
  const elements = rows.map(({ line, fields }, nth) => {
    const end = nth + 1 < rows.length ? rows[nth + 1]!.line - 1 : lines.length;
    const row = lines.slice(line - 1, end).join('\n');
    return {
      names: indexes.map((index) => fields[index]?.trim()),
      text: row.replace(/\r?\n*$/, ''),
      place: line,
    };
  });
  const write = (texts: readonly string[]) => `${[...head, ...texts].join('\n')}\n`;
  return { what: 'line', elements, first: head.length + 1, write };
}

function jsonDocument({ list, together }: PartKind, bytes: Buffer): Document | null {
  const document = parsedOrNull(bytes);
  const found = (document as Record<string, unknown> | null)?.[list];
  if (!Array.isArray(found)) return null;
  const elements = found.map((element, place) => {
    const nameOf = (group: readonly string[]) =>
      group.map((name) => element?.[name]).find((value) => value != null);
    return { names: together.map(nameOf), text: JSON.stringify(element), place };
  });
  const others = JSON.stringify({ ...(document as object), [list]: [] });
  const write = (texts: readonly string[]) =>
    others.replace(`"${list}":[]`, () => `"${list}":[${texts.join(',')}]`);
  return { what: 'element', elements, first: 0, write };
}

/** The elements of the same in one part, as many as a part may have. */
function partsOf({ most, once }: PartKind, { what, elements, first, write }: Document): Part[] {
  const groups = new Map<string, Element[]>();
  for (const element of elements) {
    const key = JSON.stringify(element.names);
    const before = groups.get(key);
    if (before !== undefined && once !== null)
      throw new UsageError(
        `${once} ${element.names.join(' ')} comes twice: ${what} ${before[0]!.place} and ${what} ${element.place}. Nothing was sent.`,
      );
    if (before === undefined) groups.set(key, [element]);
    else before.push(element);
  }
  const parts: Element[][] = [[]];
  let bytes = 0;
  for (const group of groups.values()) {
    const size = group.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);
    const { length } = parts.at(-1)!;
    if (length > 0 && (length + group.length > most || bytes + size > MAX_BYTES)) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(...group);
    bytes += size;
  }
  return parts.map((part) => {
    // A row may have several lines.
    const places = part.flatMap(({ text, place }) =>
      what === 'line' ? text.split('\n').map((_, more) => place + more) : [place],
    );
    const placeOf = (place: number) => places[place - first] ?? place;
    return { bytes: Buffer.from(write(part.map(({ text }) => text))), placeOf };
  });
}

function parsedOrNull(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

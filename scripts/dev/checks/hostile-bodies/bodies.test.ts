import { describe, expect, it } from 'vitest';
import { openBody } from '../../../../shared/contracts/intake/incoming-body.ts';
import { readInventory } from '../../../../shared/contracts/intake/read-inventory.ts';
import { type IntakeFormat, readOrders } from '../../../../shared/contracts/intake/read-orders.ts';
import { AppError } from '../../../../shared/foundation/errors/app-error.ts';
import { HOSTILE_BODIES, type HostileBody } from './bodies.ts';

const FORMATS: Readonly<Record<string, IntakeFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/json': 'json',
};

/** Enough for a second of work if nothing is cheap. */
const BYTES = 250_000;

/** Milliseconds of processor time that may lie between two turns of the event loop on average. */
const MAX_MEAN_SLICE_MS = 50;

const streamed = HOSTILE_BODIES.filter(({ path }) => !path.endsWith('/route'));

/** The beginning of a body, unpacked, all in one piece, so that no turn of the event loop comes from its source. */
async function beginningOf({ open, headers }: HostileBody): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  const body = openBody(open(0), headers['content-encoding'] === 'gzip' ? 'gzip' : 'identity', 2 ** 30);
  for await (const piece of body.bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length >= BYTES) break;
  }
  body.abandon();
  return Buffer.concat(pieces);
}

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Turns of the event loop while `work` goes on. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return turns;
}

describe('a body that is read as a stream', () => {
  // A collection of the garbage of other tests may fall into one try.
  it.each(streamed)('leaves the event loop its turns: $name', { retry: 2 }, async (body) => {
    const bytes = await beginningOf(body);
    const format = FORMATS[body.headers['content-type']!]!;
    const source = onePiece(bytes);
    const records = body.path.includes('inventory')
      ? readInventory(source, format, 'A')
      : readOrders(source, format);
    const before = process.cpuUsage();
    const turns = await turnsDuring(async () => {
      try {
        for await (const _ of records);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    });
    const { user, system } = process.cpuUsage(before);
    // CPU time counts V8's other threads too, so half of the turns is asked.
    expect(turns).toBeGreaterThanOrEqual(Math.floor((user + system) / 1000 / MAX_MEAN_SLICE_MS / 2));
  });
});

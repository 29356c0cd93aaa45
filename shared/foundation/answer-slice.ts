import type { Utf8Writer } from './utf8-writer.ts';

/** A slice of a long answer ends once it has so many bytes: a thread writes them in some tens of milliseconds. */
const SLICE_BYTES = 1024 * 1024;

/** Whether a slice has enough bytes. Ask it after each small step, because bytes count, not orders. */
export const isFull = (out: Utf8Writer): boolean => out.length >= SLICE_BYTES;

/** How many pieces of about `bytes` are read for one slice, at most `most`. */
export function piecesOfSlice(bytes: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(SLICE_BYTES / bytes)));
}

/**
 * Writes what is asked for until it is written or the slice is full. Returns what is left to ask for; null: nothing. What
 * is asked for is plain data, so any thread can write the next slice, and none is held while the caller reads.
 */
export type SliceWriter<Deps, Ask> = (deps: Deps, ask: Ask, out: Utf8Writer) => Promise<Ask | null>;

/** Text around the slices of a long answer. */
export interface Frame {
  readonly head?: string;
  /** The head is sent before anything else is ready: a failure after it breaks the connection. */
  readonly headAtOnce?: boolean;
  /** Between slices that have bytes. */
  readonly separator?: string;
  readonly tail?: string;
}

/**
 * Slices in their frame. Without `headAtOnce` nothing comes before the first bytes of a slice, so that a failure until then
 * can be answered.
 */
export async function* framed(
  { head = '', headAtOnce = false, separator = '', tail = '' }: Frame,
  slices: AsyncIterable<Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  let before = head;
  let isBegun = false;
  if (headAtOnce && head !== '') {
    yield head;
    [before, isBegun] = ['', true];
  }
  for await (const slice of slices) {
    if (slice.length === 0) continue;
    if (before !== '') yield before;
    yield slice;
    isBegun = true;
    before = separator;
  }
  const end = isBegun ? tail : head + tail;
  if (end !== '') yield end;
}

/** A slice, and what is left to ask for. */
export interface Slice<Ask> {
  readonly answer: Uint8Array;
  readonly next: Ask | null;
}

/**
 * The slices of what is asked for, in order. While the caller has one, the first slice of the next part is written
 * already. If the caller ends early, it waits for what is under way.
 */
export async function* slicesOf<Ask>(
  write: (ask: Ask) => Promise<Slice<Ask>>,
  parts: Iterable<Ask> | AsyncIterable<Ask>,
): AsyncGenerator<Uint8Array> {
  let earlier: Promise<Slice<Ask>> | null = null;
  let latest: Promise<Slice<Ask>> | null = null;
  async function* whole(first: Promise<Slice<Ask>>) {
    let slice = await first;
    for (; slice.next !== null; slice = await write(slice.next)) yield slice.answer;
    yield slice.answer;
  }
  try {
    for await (const part of parts) {
      latest = write(part);
      latest.catch(() => {}); // it is thrown where it is awaited
      if (earlier !== null) yield* whole(earlier);
      earlier = latest;
    }
    if (earlier !== null) yield* whole(earlier);
  } finally {
    await latest?.catch(() => {});
  }
}

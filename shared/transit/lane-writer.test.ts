import { expect, it } from 'vitest';
import { LaneWriter, MAX_LANES, type NewLane } from './lane-writer.ts';

const ORIGIN = '07001';
const timed = { lane: null, refresh_at: 0, stale_at: 0 };

/** Lanes to the destinations `from` to `to - 1`. */
function lanesTo(from: number, to: number): NewLane[] {
  return Array.from({ length: to - from }, (_, i) => ({
    origin_zip: ORIGIN,
    destination_zip: String(from + i),
    lane: null,
    timed,
  }));
}

it('lanes that cannot be written wait in a bounded number; the others are left out and reported', async () => {
  let goOn = () => {};
  const database = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let written = 0;
  const failures: number[] = [];
  const writer = new LaneWriter(
    async (lanes) => {
      await database;
      written += lanes.length;
    },
    (_error, lanes) => failures.push(lanes),
  );
  writer.add(lanesTo(0, 1));
  const closed = writer.close(); // it writes now, and the database does not answer
  writer.add(lanesTo(1, MAX_LANES));
  writer.add(lanesTo(MAX_LANES, MAX_LANES + 7));
  expect(writer.find([ORIGIN], ['0', '1', String(MAX_LANES - 1)])).toHaveLength(3);
  expect(writer.find([ORIGIN], [String(MAX_LANES)])).toEqual([]);
  goOn();
  await closed;
  expect(written).toBe(MAX_LANES);
  expect(failures).toEqual([7]);
});

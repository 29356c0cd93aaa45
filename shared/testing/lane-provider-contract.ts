import { describe, expect, it } from 'vitest';
import type { LanePair, LaneProvider, Urgency } from '../transit/provider.ts';

/** A pair whose warehouse has its ZIP as ID. */
export function aPair(originZip: string, destinationZip: string): LanePair {
  return { origin: { warehouse_id: originZip, zip: originZip }, destination_zip: destinationZip };
}

const ORIGINS = ['08837', '60433', '91761'];
const DESTINATIONS = ['10001', '33101', '60601', '90001', '98101', '99501'];
const PAIRS = ORIGINS.flatMap((origin) => DESTINATIONS.map((destination) => aPair(origin, destination)));

/** Many pairs, mixed, some of them several times. */
const MANY = Array.from({ length: 60 }, (_, index) => PAIRS[(index * 7) % PAIRS.length]!);

/**
 * Tests that every provider must pass. The provider must know lanes to most places from warehouses at 08837, 60433 and
 * 91761, which have their ZIP as ID.
 */
export function describeLaneProvider(name: string, create: () => LaneProvider | Promise<LaneProvider>): void {
  describe(`the provider ${name}`, () => {
    it('answers nothing to nothing', async () => {
      expect(await (await create()).lookUp([], 'request')).toEqual([]);
    });

    it.each<Urgency>(['request', 'refresh'])('answers every pair in order, to a %s', async (urgency) => {
      const provider = await create();
      const together = await provider.lookUp(PAIRS, urgency);
      expect(together).toHaveLength(PAIRS.length);
      for (const [index, pair] of PAIRS.entries()) {
        expect(await provider.lookUp([pair], urgency)).toEqual([together[index]]);
      }
    });

    it('knows lanes, in whole days, with a distance or none, and says where they are from', async () => {
      const answers = await (await create()).lookUp(PAIRS, 'request');
      const lanes = answers.flatMap((answer) =>
        'lane' in answer && answer.lane !== null ? [answer.lane] : [],
      );
      expect(lanes.length).toBeGreaterThan(PAIRS.length / 2);
      for (const lane of lanes) {
        expect(Object.keys(lane).sort()).toEqual(['distance_miles', 'source', 'transit_days']);
        expect(Number.isInteger(lane.transit_days)).toBe(true);
        expect(lane.transit_days).toBeGreaterThanOrEqual(0);
        expect(lane.transit_days).toBeLessThanOrEqual(365);
        expect(lane.distance_miles ?? 0).toBeGreaterThanOrEqual(0);
        // A column of sources is written to lane_cache as one text with commas in between.
        expect(lane.source).toMatch(/^[a-z_]+$/);
      }
    });

    it('answers a pair that comes several times the same every time', async () => {
      const provider = await create();
      const [once] = await provider.lookUp([PAIRS[0]!], 'request');
      expect(await provider.lookUp([PAIRS[0]!, PAIRS[1]!, PAIRS[0]!, PAIRS[0]!], 'request')).toEqual([
        once,
        expect.anything(),
        once,
        once,
      ]);
    });

    it('answers many pairs at once, and several look-ups at once', async () => {
      const provider = await create();
      const one = new Map(
        await Promise.all(
          PAIRS.map(async (pair) => [pair, (await provider.lookUp([pair], 'request'))[0]] as const),
        ),
      );
      const [many, again] = await Promise.all([
        provider.lookUp(MANY, 'request'),
        provider.lookUp(MANY, 'refresh'),
      ]);
      const expected = MANY.map((pair) => one.get(pair));
      expect(many).toEqual(expected);
      expect(again).toEqual(expected);
    });

    it('leaves what it is given as it is', async () => {
      const pairs = PAIRS.map((pair) =>
        Object.freeze({ ...pair, origin: Object.freeze({ ...pair.origin }) }),
      );
      await (await create()).lookUp(Object.freeze(pairs), 'request');
      expect(pairs).toEqual(PAIRS);
    });

    it('has no lane to or from where nobody lives, or says why it does not know', async () => {
      const [to, from] = await (await create()).lookUp(
        [aPair('08837', '00000'), aPair('00000', '10001')],
        'request',
      );
      for (const answer of [to!, from!]) {
        expect('lane' in answer ? answer.lane : answer.failure.length > 0 && null).toBeNull();
      }
    });
  });
}

import { describe, expect, it } from 'vitest';
import { bestByTrying } from '../../testing/best-by-trying.ts';
import { orderEffort } from './order-effort.ts';
import { permittedRoute } from './permitted-route.ts';

describe('the best route within max_shipments', () => {
  it('ships the most units, then is the better set, as trying every set finds', () => {
    let state = 7;
    const upTo = (most: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * (most + 1));
    };
    for (let round = 0; round < 1_500; round++) {
      const warehouses = 4 + upTo(3);
      const quantity = 1 + upTo(3);
      // Many that give one unit of much beside a few that give all of little: what bounds and greed take wrong.
      const units = [0, 0, 0, 1, 1, 1, upTo(quantity), quantity - 1, quantity, quantity];
      const supplies = Array.from({ length: 2 + upTo(3) }, () => ({
        quantity,
        doNotSplit: upTo(5) === 0,
        doNotPartial: upTo(5) === 0,
        units: Array.from({ length: warehouses }, () => units[upTo(9)]!),
        sequence: null,
      }));
      const least = upTo(3) === 0 ? quantity * supplies.length : 0;
      const limits = { shipments: 1 + upTo(3), units: least, judge: null };
      const found = permittedRoute(supplies, warehouses, limits, null, orderEffort());
      expect(found).toEqual(bestByTrying(supplies, warehouses, limits));
    }
  });
});

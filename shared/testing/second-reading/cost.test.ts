import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Amount,
  amount,
  compare,
  divide,
  downToCents,
  roundedToCents,
  sumOf,
  times,
  type Written,
} from './amounts.ts';
import {
  costOfShipment,
  type PlainCostLine,
  type PlainHandling,
  type PlainPriceRow,
  priceOfWeight,
  totalCost,
  zoneOfMiles,
} from './cost.ts';

const UPTO = [50, 150, 300, 600, 1000, 1400, 1800];

/** Rows written `warehouse zone max_weight price`. */
function table(...rows: string[]): PlainPriceRow[] {
  return rows.map((row) => {
    const [warehouse_id, zone, max_weight, price] = row.split(' ');
    return { warehouse_id: warehouse_id!, zone: zone!, max_weight: max_weight!, price: price! };
  });
}

const isSame = (one: Amount, other: Amount) => compare(one, other) === 0;

/** Rounded to cents; null: unpriced. */
function price(
  prices: PlainPriceRow[],
  weight: Written,
  { warehouse = 'A', zone = '1' as string | null } = {},
): string | null {
  const found = priceOfWeight(prices, warehouse, zone, amount(weight));
  return found && roundedToCents(found);
}

describe('exact amounts', () => {
  it('are what is written, not what a computer makes of it', () => {
    // 0.1 + 0.2 is 0.30000000000000004 in floating point.
    expect(isSame(sumOf([amount(0.1), amount(0.2)]), amount('0.3'))).toBe(true);
    expect(isSame(amount('1e-7'), amount('0.0000001'))).toBe(true);
    expect(isSame(amount(1e21), amount('1000000000000000000000'))).toBe(true);
    expect(isSame(amount(' 007.50 '), amount('7.5'))).toBe(true);
    expect(() => amount('1,5')).toThrow(RangeError);
    expect(() => amount('')).toThrow(RangeError);
    expect(() => amount(Number.NaN)).toThrow(RangeError);
  });

  it('are compared whatever their number of places', () => {
    expect(compare(amount('0.30'), amount('0.3'))).toBe(0);
    expect(compare(amount('0.2999'), amount('0.3'))).toBe(-1);
    expect(compare(amount('10'), amount('9.99'))).toBe(1);
  });

  it('round half up to cents, and down', () => {
    const cases: [string, string, string][] = [
      ['0', '0.00', '0.00'],
      ['1.005', '1.01', '1.00'], // 1.005 * 100 is 100.49999999999999 in floating point
      ['1.015', '1.02', '1.01'], // half to even would give 1.02 as well, but 1.00 above
      ['1.0049', '1.00', '1.00'], // once, not by way of 1.005
      ['0.999', '1.00', '0.99'],
      ['12.3', '12.30', '12.30'],
      ['0.07', '0.07', '0.07'],
    ];
    for (const [exact, rounded, down] of cases) {
      expect([exact, roundedToCents(amount(exact)), downToCents(amount(exact))]).toEqual([
        exact,
        rounded,
        down,
      ]);
    }
    expect(() => roundedToCents(amount('-0.01'))).toThrow(RangeError);
  });

  it('divide into whole times and a rest', () => {
    const { count, rest } = divide(amount('2.5'), amount('0.75'));
    expect([count, isSame(rest, amount('0.25'))]).toEqual([3n, true]);
  });
});

describe('zones, read a second time', () => {
  it('are the number of the first limit that the distance does not pass', () => {
    const at = (miles: Written) => zoneOfMiles(miles, UPTO);
    expect(['0', '49.9', '50', '50.0001', '150', '1800', '1800.1', '9999'].map(at)).toEqual([
      '1',
      '1',
      '1',
      '2',
      '2',
      '7',
      '8',
      '8',
    ]);
    expect(zoneOfMiles(null, UPTO)).toBeNull();
    expect(zoneOfMiles(0, [])).toBe('1');
  });
});

describe('prices, read a second time', () => {
  const prices = table('* 1 5 10', '* 1 1 4', '* 1 20 25', '* 2 1 6');

  it('are those of the smallest max_weight that is not below the weight', () => {
    expect(['0', '0.9999', '1', '1.0001', '5', '5.1', '20'].map((weight) => price(prices, weight))).toEqual([
      '4.00',
      '4.00',
      '4.00',
      '10.00',
      '10.00',
      '25.00',
      '25.00',
    ]);
  });

  it('compare weights as numbers, not as text', () => {
    // As text, 10 comes before 9.
    expect(price(table('* 1 10 8', '* 1 9 7'), '9.5')).toBe('8.00');
    expect(price(table('* 1 10 8', '* 1 9 7'), '9')).toBe('7.00');
  });

  it('are whole parcels of the largest and then the rest above it', () => {
    expect(price(prices, '20.0001')).toBe('29.00'); // 25 + 4: the rest of 0.0001 fits into 1
    expect(price(prices, '23')).toBe('35.00'); // 25 + 10
    expect(price(prices, '39')).toBe('50.00'); // 25 + 25: the rest of 19 fits into 20
    expect(price(prices, '45')).toBe('60.00'); // 2 x 25 + 10
    // A single row holds any weight.
    expect(price(table('* 1 0.3 1.50'), '1')).toBe('6.00'); // 3 x 1.50, rest 0.1: 1.50
  });

  it('cost nothing for a rest of 0, even if weight 0 has a price', () => {
    expect(price(prices, '40')).toBe('50.00'); // 2 x 25
    expect(price(prices, '60')).toBe('75.00');
    expect(price(table('* 1 0 3', '* 1 0.1 1'), '0.3')).toBe('3.00'); // 3 x 1: no rest, exactly
    expect(price(table('* 1 0 3', '* 1 0.1 1'), '0')).toBe('3.00');
  });

  it('take the own rows of a warehouse alone where it has any for the zone', () => {
    const mixed = [...prices, ...table('A 1 2 3')];
    expect(price(mixed, '2')).toBe('3.00');
    expect(price(mixed, '20')).toBe('30.00'); // 10 parcels of its own 2, not one of 20
    expect(price(mixed, '20', { warehouse: 'B' })).toBe('25.00');
    expect(price(mixed, '1', { zone: '2' })).toBe('6.00'); // no own row for this zone
    expect(price(mixed, '2', { warehouse: 'a' })).toBe('10.00'); // names are case-sensitive
  });

  it('do not exist without a row or a zone', () => {
    expect(price(prices, '1', { zone: '3' })).toBeNull();
    expect(price(prices, '0', { zone: null })).toBeNull();
    expect(price(table('B 1 5 10'), '1')).toBeNull();
    expect(price([], '1')).toBeNull();
  });

  it('find a zone by its trimmed text, not by its number', () => {
    const odd = [{ warehouse_id: ' A ', zone: ' 1 ', max_weight: '5', price: '2' }, ...table('* 01 5 9')];
    expect(price(odd, '1')).toBe('2.00');
    expect(price(odd, '1', { zone: '01' })).toBe('9.00');
  });

  it('can be nothing at all', () => {
    expect(price(table('* 1 5 0'), '23')).toBe('0.00');
  });

  it('know no parcel of a table whose largest max_weight is 0', () => {
    expect(price(table('* 1 0 3'), '0')).toBe('3.00');
    expect(() => price(table('* 1 0 3'), '1')).toThrow(RangeError);
  });

  it('rise by one price of the largest with each parcel of the largest', () => {
    const weight = fc.integer({ min: 1, max: 400_000 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ max: weight, cents: fc.nat(10_000) }), {
          minLength: 1,
          maxLength: 4,
          selector: ({ max }) => max,
        }),
        weight,
        (rows, tenThousandths) => {
          const prices = rows.map(({ max, cents }) => `* 1 ${max / 10_000} ${cents / 100}`);
          const largest = rows.reduce((one, other) => (other.max > one.max ? other : one));
          const now = price(table(...prices), tenThousandths / 10_000)!;
          const more = price(table(...prices), (tenThousandths + largest.max) / 10_000)!;
          expect(isSame(amount(more), sumOf([amount(now), amount(largest.cents / 100)]))).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('costs of shipments, read a second time', () => {
  const lines: PlainCostLine[] = [
    { sku: 'x', units: 5, unitWeight: '0.5' },
    { sku: 'y', units: 1, unitWeight: '3' },
  ];
  const prices = table('* 1 5 10', '* 1 20 25.125');
  const cost = (units: Record<string, number>, handling: PlainHandling | null, zone: string | null = '1') =>
    costOfShipment({ warehouseId: 'A', zone, handling }, new Map(Object.entries(units)), lines, prices);

  it('are handling by shipment, SKU and unit, and the price of the weight', () => {
    const handling = { per_shipment: '1.10', per_line: '0.205', per_unit: '0.0333' };
    // 5.5 weighs more than 5: 25.125 + 1.10 + 2 x 0.205 + 6 x 0.0333
    expect(isSame(cost({ x: 5, y: 1 }, handling)!, amount('26.8348'))).toBe(true);
    // 4 weighs less: 10 + 1.10 + 2 x 0.205 + 3 x 0.0333
    expect(isSame(cost({ x: 2, y: 1 }, handling)!, amount('11.6099'))).toBe(true);
    expect(isSame(cost({ x: 2, y: 0 }, { per_line: 1 })!, amount(11))).toBe(true);
    expect(isSame(cost({ x: 2 }, null)!, amount(10))).toBe(true);
  });

  it('do not exist without a price, whatever handling costs', () => {
    expect(cost({ x: 1 }, { per_shipment: 5 }, '9')).toBeNull();
    expect(cost({ x: 1 }, { per_shipment: 5 }, null)).toBeNull();
  });

  it('are rounded each, and the total from the exact ones', () => {
    const exact = [amount('0.005'), amount('0.005'), amount('1.004')];
    expect(exact.map(roundedToCents)).toEqual(['0.01', '0.01', '1.00']);
    expect(totalCost(exact)).toBe('1.01'); // 1.014, not 0.01 + 0.01 + 1.00
    expect(totalCost([amount('0.004'), amount('0.004')])).toBe('0.01'); // not 0.00 + 0.00
    expect(totalCost([amount(1), null])).toBeNull();
    expect(totalCost([])).toBe('0.00');
  });

  it('stay exact over many units', () => {
    expect(roundedToCents(times(100_000, amount('0.00005')))).toBe('5.00');
    expect(roundedToCents(sumOf(Array.from({ length: 10 }, () => amount(0.1))))).toBe('1.00');
  });
});

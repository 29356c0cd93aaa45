import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laneFileText, parseLaneFile } from './lane-file.ts';
import { parsePriceFile, priceFileText } from './rates/price-file.ts';

const HEADER = 'warehouse_id,destination_zip3,transit_days';
const parse = (...lines: string[]) => parseLaneFile(lines.join('\n'), ['EWR1', 'ORD1']);

describe('parseLaneFile', () => {
  it('reads prefixes of three and five digits', () => {
    expect(parse(HEADER, 'EWR1,005,1', 'ORD1,60601,0')).toEqual({
      rows: [
        { warehouse_id: 'EWR1', destination_prefix: '005', transit_days: 1 },
        { warehouse_id: 'ORD1', destination_prefix: '60601', transit_days: 0 },
      ],
      faults: [],
    });
  });

  it('takes a byte order mark, carriage returns, blanks, empty lines and another order of columns', () => {
    const text = '\uFEFF"transit_days", warehouse_id ,destination_zip3\r\n\r\n 3 ,"EWR1", 100\r\n';
    expect(parseLaneFile(text, ['EWR1'])).toEqual({
      rows: [{ warehouse_id: 'EWR1', destination_prefix: '100', transit_days: 3 }],
      faults: [],
    });
  });

  it.each([
    ['an unknown warehouse', 'LAX1,100,1', 'unknown warehouse_id "LAX1"'],
    [
      'a prefix of four digits',
      'EWR1,1000,1',
      'destination_zip3 must be 3 or 5 digits, or a range of them such as 005-009',
    ],
    ['negative days', 'EWR1,100,-1', 'transit_days must be a whole number from 0 to 365'],
    ['a fraction of a day', 'EWR1,100,1.5', 'transit_days must be a whole number from 0 to 365'],
    ['too many days', 'EWR1,100,366', 'transit_days must be a whole number from 0 to 365'],
    ['a fourth column', 'EWR1,100,1,x', 'has 4 columns instead of 3'],
  ])('names the line of %s', (_name, line, message) => {
    expect(parse(HEADER, 'ORD1,606,1', line)).toMatchObject({ faults: [{ path: 'line 3', message }] });
  });

  it('names every fault of a line', () => {
    expect(parse(HEADER, 'LAX1,1,x').faults).toHaveLength(3);
  });

  it('takes a pair that comes twice for a fault, at its second line', () => {
    expect(parse(HEADER, 'EWR1,100,1', 'EWR1,101,1', 'EWR1,100,2').faults).toEqual([
      { path: 'line 4', message: 'EWR1 to 100 stands on line 2 already' },
    ]);
  });

  it.each([
    ['an empty file', ''],
    ['a missing column', 'warehouse_id,transit_days'],
    ['a column of another name', 'warehouse_id,destination,transit_days'],
    ['a column too many', `${HEADER},note`],
    ['a column twice', 'warehouse_id,warehouse_id,transit_days'],
  ])('asks for the header on %s', (_name, header) => {
    expect(parse(header, 'EWR1,100,1').faults).toEqual([
      {
        path: 'line 1',
        message: 'the header must name the columns warehouse_id,destination_zip3,transit_days',
      },
    ]);
  });

  it.each([';', '\t'])(
    'reads a file that %j separates, and what a spreadsheet put around its text',
    (separator) => {
      const rows = [HEADER, 'EWR1,"=""005""",1', "ORD1,'006,2"].map((line) =>
        line.replaceAll(',', separator),
      );
      const lanes = [
        { warehouse_id: 'EWR1', destination_prefix: '005', transit_days: 1 },
        { warehouse_id: 'ORD1', destination_prefix: '006', transit_days: 2 },
      ];
      expect(parse(...rows)).toEqual({ rows: lanes, faults: [] });
      expect(parse(`sep=${separator}`, ...rows).rows).toEqual(lanes);
      expect(parse(`sep=${separator}`, ...rows, 'x').faults[0]?.path).toBe('line 5');
    },
  );
});

/** Text as odd as a warehouse_id may be; it is trimmed. */
const odd = fc
  .string({
    unit: fc.constantFrom("'", '=', '"', '-', '@', '0', '1', ';', ',', ' ', 'a', 'é'),
    minLength: 1,
    maxLength: 8,
  })
  .map((text) => text.trim() || 'x');

it('the writers of lane files and price files write what the readers read', () => {
  fc.assert(
    fc.property(odd, odd, (warehouse_id, zone) => {
      const lanes = [{ warehouse_id, destination_prefix: '005', transit_days: 1, zone }];
      expect(parseLaneFile(laneFileText(lanes), [warehouse_id])).toEqual({ rows: lanes, faults: [] });
      const prices = [{ warehouse_id, zone, max_weights: [5000, 10_000], prices: [1, 123_450] }];
      expect(parsePriceFile(priceFileText(prices), [warehouse_id])).toEqual({ rows: prices, faults: [] });
    }),
  );
});

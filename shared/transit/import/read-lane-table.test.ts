import { describe, expect, it } from 'vitest';
import { groundDays, zoneDays } from '../ground-table.ts';
import { readLaneTable } from './read-lane-table.ts';

const WAREHOUSES = [
  { warehouse_id: 'EWR1', zip: '08837' },
  { warehouse_id: 'ATL1', zip: '30213' },
  { warehouse_id: 'ONT1', zip: '91761' },
];

interface Options {
  readonly layout?: string;
  readonly warehouse_id?: string;
  readonly service?: string;
}

function read(lines: readonly string[], { layout = 'auto', warehouse_id, service }: Options = {}) {
  return readLaneTable(lines.join('\r\n'), layout, {
    warehouses: WAREHOUSES,
    warehouse_id: warehouse_id ?? null,
    service: service ?? null,
  });
}

/** Lanes as `EWR1 100 2`. */
function lanesOf(lines: readonly string[], options?: Options): string[] {
  const { lanes, faults } = read(lines, options);
  expect(faults).toEqual([]);
  return lanes.map((lane) => `${lane.warehouse_id} ${lane.destination_prefix} ${lane.transit_days}`);
}

const faultsOf = (lines: readonly string[], options?: Options) =>
  read(lines, options).faults.map(({ path, message }) => `${path}: ${message}`);

/** A chart of ups.com, shortened. */
const UPS = [
  'UPS ZONE CHART,,,,,,',
  '"For shipments originating in ZIP Codes 088-01 to 089-99. To determine zone, take the first three',
  'digits of the ZIP Code to which the package is addressed and refer to the chart below.",,,,,,',
  ',,,,,,',
  'Dest. ZIP,Ground,3 Day Select,2nd Day Air,2nd Day Air A.M.,Next Day Air Saver,Next Day Air',
  '004-005,002,302,202,242,132,102',
  '006,045,-,225,-,-,125',
  '010-012,003,303,203,243,133,103',
  '303,005,305,205,245,135,105',
  '900,008,308,208,248,138,108',
  '967,[1],-,[1],-,-,[1]',
  '969,-,-,-,-,-,-',
  '[1] For Hawaii use Zone 44 for Ground and Zone 124 for Next Day Air and Zone 224 for 2nd Day Air:,,,,,,',
  '96701,96706,96707,,,,',
  '96712,,,,,,',
  '[2] Not all services are available to all ZIP Codes.,,,,,,',
];

describe('a UPS zone chart', () => {
  it('gives ground days by zone from the warehouses that it is for, ranges and notes included', () => {
    const beyond = zoneDays(44, 'mainland', 'hawaii');
    expect(read(UPS).layout).toBe('ups-zones');
    expect(lanesOf(UPS)).toEqual([
      'EWR1 004 1',
      'EWR1 005 1',
      `EWR1 006 ${zoneDays(45, 'mainland', 'caribbean')}`,
      'EWR1 010 2',
      'EWR1 011 2',
      'EWR1 012 2',
      'EWR1 303 3',
      'EWR1 900 5',
      `EWR1 96701 ${beyond}`,
      `EWR1 96706 ${beyond}`,
      `EWR1 96707 ${beyond}`,
      `EWR1 96712 ${beyond}`,
    ]);
  });

  it.each([
    ['3 Day Select', ['004 3', '005 3', '010 3', '011 3', '012 3', '303 3', '900 3']],
    ['next day air', ['004 1', '005 1', '006 1', '010 1', '011 1', '012 1', '303 1', '900 1']],
  ])('gives the days of %s where it is offered', (service, lanes) => {
    const given = lanesOf(UPS, { service }).filter((lane) => !lane.includes('967'));
    expect(given).toEqual(lanes.map((lane) => `EWR1 ${lane}`));
  });

  it('names the services that it has when it is asked for another', () => {
    expect(faultsOf(UPS, { service: 'Pigeon' })).toEqual([
      'line 5: has no column of that service, but Ground, 3 Day Select, 2nd Day Air, 2nd Day Air A.M., Next Day Air Saver, Next Day Air',
    ]);
  });

  it('is not taken for a warehouse elsewhere', () => {
    expect(lanesOf(UPS, { warehouse_id: 'EWR1' })).toHaveLength(12);
    expect(faultsOf(UPS, { warehouse_id: 'ATL1' })).toEqual([
      'file: is for shipments from 08801 to 08999, and not 30213, where ATL1 is',
    ]);
    const elsewhere = UPS.map((line) => line.replace('088-01 to 089-99', '100-01 to 102-99'));
    expect(faultsOf(elsewhere)).toEqual([
      'file: is for shipments from 10001 to 10299, where there is no warehouse',
    ]);
  });

  it('that says no origin is taken for the warehouse that is named', () => {
    const bare = UPS.slice(4);
    expect(lanesOf(bare, { warehouse_id: 'ONT1' })[0]).toBe('ONT1 004 1');
    expect(faultsOf(bare)).toEqual(['line 1: says no origin: say which warehouse it is for']);
  });

  it('names the line of a zone or a destination that makes no sense, and of a lane that comes twice', () => {
    const broken = [...UPS];
    broken[5] = '004-005,0002,302,202,242,132,102';
    broken[7] = '10-12,003,303,203,243,133,103';
    broken[8] = '303,nine,305,205,245,135,105';
    broken[9] = '012-010,008,308,208,248,138,108';
    broken[10] = '005,004,-,-,-,-,-';
    const zone = 'zone must be a zone such as 5, 005 or 44, or -, NA or nothing where there is none';
    const destination = 'destination must be 3 or 5 digits, or a range of them such as 005-009';
    expect(faultsOf(broken)).toEqual([
      `line 8: ${destination}`,
      `line 9: ${zone}`,
      `line 10: ${destination}`,
      'line 11: EWR1 to 005 stands on line 6 already',
    ]);
  });
});

describe('a FedEx zone chart', () => {
  const FEDEX = [
    'FedEx zones from 08800-08899',
    'Destination ZIP,Zone',
    '00000-00399,NA',
    '00500-00599,2',
    '01000-01299,3',
    '30300-30345,5',
    '99500-99540,14',
  ];

  it('takes ranges of ZIPs by their three digits, and by five where they are less than a hundred', () => {
    const lanes = lanesOf(FEDEX, { warehouse_id: 'EWR1' });
    expect(read(FEDEX, { warehouse_id: 'EWR1' }).layout).toBe('fedex-zones');
    expect(lanes.slice(0, 5)).toEqual([
      'EWR1 005 1',
      'EWR1 010 2',
      'EWR1 011 2',
      'EWR1 012 2',
      'EWR1 30300 3',
    ]);
    expect(lanes).toHaveLength(4 + 46 + 41);
    expect(lanes.at(-1)).toBe(`EWR1 99540 ${zoneDays(14, 'mainland', 'alaska')}`);
  });
});

describe('a USPS zone chart', () => {
  const USPS = ['ZIP Code,Zone,ZIP Code,Zone', '005---006,1*,303,5', '010---012,3,967---968,8', '100,1+,,'];

  it('has several columns, ranges of three hyphens, marks and a zone 1', () => {
    expect(lanesOf(USPS, { warehouse_id: 'EWR1' })).toEqual([
      'EWR1 005 1',
      `EWR1 006 ${zoneDays(1, 'mainland', 'caribbean')}`,
      'EWR1 303 3',
      'EWR1 010 2',
      'EWR1 011 2',
      'EWR1 012 2',
      `EWR1 967 ${zoneDays(8, 'mainland', 'hawaii')}`,
      `EWR1 968 ${zoneDays(8, 'mainland', 'hawaii')}`,
      'EWR1 100 1',
    ]);
  });
});

describe('a list of lanes', () => {
  it('has warehouses by name, prefixes and ranges, and days', () => {
    const list = ['warehouse_id,destination_zip3,transit_days', 'EWR1,005-007,1', 'ATL1,10001,4'];
    expect(read(list).layout).toBe('prefix-days');
    expect(lanesOf(list)).toEqual(['EWR1 005 1', 'EWR1 006 1', 'EWR1 007 1', 'ATL1 10001 4']);
  });

  it('has origins by place, of which those without a warehouse are left out', () => {
    const national = [
      'Origin ZIP,Destination ZIP,Service Standard',
      '088,100,2',
      '302,100,3',
      '600,100,3',
      '91761,100,5',
    ];
    expect(lanesOf(national)).toEqual(['EWR1 100 2', 'ATL1 100 3', 'ONT1 100 5']);
    expect(lanesOf(national, { warehouse_id: 'ATL1' })).toEqual(['ATL1 100 3']);
  });

  it('names the line of everything that is wrong', () => {
    const list = ['warehouse_id,destination_zip3,transit_days', 'NOPE,1,x', '', 'EWR1,100,2', 'EWR1,100,2'];
    expect(faultsOf(list)).toEqual([
      'line 2: unknown warehouse_id "NOPE"',
      'line 2: destination_zip3 must be 3 or 5 digits, or a range of them such as 005-009',
      'line 2: transit_days must be a whole number from 0 to 365',
      'line 5: EWR1 to 100 stands on line 4 already',
    ]);
  });
});

describe('a table with a column for each warehouse', () => {
  const TABLE = ['Dest. ZIP,EWR1,ONT1', '100-101,2,5', '900,5,', '967,8,-'];

  it('holds days or zones, as is said', () => {
    expect(lanesOf(TABLE, { layout: 'warehouse-days' })).toEqual([
      'EWR1 100 2',
      'EWR1 101 2',
      'ONT1 100 5',
      'ONT1 101 5',
      'EWR1 900 5',
      'EWR1 967 8',
    ]);
    expect(lanesOf(TABLE, { layout: 'warehouse-zones', warehouse_id: 'EWR1' })).toEqual([
      'EWR1 100 1',
      'EWR1 101 1',
      'EWR1 900 3',
      `EWR1 967 ${groundDays(2_500, 'mainland', 'hawaii')}`,
    ]);
  });

  it('is not guessed at: days and zones look the same', () => {
    expect(faultsOf(TABLE)).toEqual([
      'file: has a column for each warehouse: say whether the layout is warehouse-days or warehouse-zones',
    ]);
  });
});

describe('any table', () => {
  it.each([
    ['an empty file', []],
    ['a file of something else', ['order_id,sku,quantity', '1,A,2']],
  ])('is not made of %s', (_name, lines) => {
    expect(faultsOf(lines)).toEqual(['file: has no header of any layout']);
  });

  it('is not read in a layout that it does not have', () => {
    expect(faultsOf(UPS, { layout: 'prefix-days' })).toEqual(['file: has no header of prefix-days']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKnownZip, locateZip, parseZip, zipsOfPrefix } from './zip-codes.ts';

const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((value) => String(value).padStart(length, '0'));

describe('parseZip', () => {
  it('takes five digits, leading zeros and all', () => {
    fc.assert(fc.property(digits(5), (zip) => parseZip(zip) === zip));
  });

  it('cuts ZIP+4', () => {
    fc.assert(fc.property(digits(5), digits(4), (zip, more) => parseZip(`${zip}-${more}`) === zip));
  });

  it.each([
    '',
    '   ',
    '1000',
    '100011',
    '100011234',
    '10001-',
    '10001-123',
    '10001-12345',
    '10001 1234',
    '10 001',
    '1000l',
    'ABCDE',
    '-10001',
    '1e004',
    '１０００１',
    'K1A 0B1',
    '10001\n10002',
  ])('refuses %j', (text) => {
    expect(parseZip(text)).toBeNull();
  });
});

describe('locateZip', () => {
  it.each([
    ['10001', 'New York', 40.75, -74.0],
    ['60601', 'Chicago', 41.89, -87.62],
    ['90001', 'Los Angeles', 33.97, -118.25],
    ['33101', 'a PO box in Miami', 25.78, -80.2],
    ['12345', 'a unique ZIP in Schenectady', 42.81, -73.94],
  ])('finds %s, %s', (zip, _name, latitude, longitude) => {
    expect(locateZip(zip)).toEqual({
      region: 'mainland',
      latitude: expect.closeTo(latitude, 0),
      longitude: expect.closeTo(longitude, 0),
    });
  });

  it.each([
    ['99501', 'alaska'],
    ['96813', 'hawaii'],
    ['00901', 'caribbean'],
    ['00801', 'caribbean'],
    ['96910', 'pacific'],
    ['96799', 'pacific'],
    ['96950', 'pacific'],
    ['96960', 'pacific'],
    ['34001', 'armed_forces_americas'],
    ['09265', 'armed_forces_europe'],
    ['96601', 'armed_forces_pacific'],
  ])('puts %s into %s', (zip, region) => {
    expect(locateZip(zip)?.region).toBe(region);
  });

  it('puts military addresses at their gateway, whatever centroid the data has for them', () => {
    const { latitude, longitude } = locateZip('11430')!;
    expect(locateZip('09265')).toEqual({ region: 'armed_forces_europe', latitude, longitude });
    expect(locateZip('09002')).toEqual({ region: 'armed_forces_europe', latitude, longitude });
  });

  it('puts a ZIP that is missing from the data at the mean of its three-digit prefix', () => {
    // 85288 (Tempe) is newer than the data.
    const place = locateZip('85288')!;
    expect(place).toEqual({
      region: 'mainland',
      latitude: expect.closeTo(33.4, 0),
      longitude: expect.closeTo(-111.9, 0),
    });
    expect(locateZip('85299')).not.toEqual(place);
    expect(locateZip('85287')).not.toEqual(place);
  });

  it('puts a ZIP whose centroid lies off the mainland at its prefix', () => {
    expect(locateZip('10200')?.longitude).toBeCloseTo(-74, 0);
  });

  it('resolves every ZIP of a known prefix, into a region of the prefix, and none of an unknown one', () => {
    fc.assert(
      fc.property(digits(3), fc.uniqueArray(digits(2), { minLength: 2 }), (prefix, lasts) => {
        const known = new Set(lasts.map((last) => isKnownZip(prefix + last)));
        return known.size === 1;
      }),
    );
  });
});

describe('zipsOfPrefix', () => {
  it('lists over 42,000 ZIPs in all, and none of an unknown prefix', () => {
    expect(zipsOfPrefix('').length).toBeGreaterThan(42_000);
    expect(zipsOfPrefix('000')).toEqual([]);
  });
});

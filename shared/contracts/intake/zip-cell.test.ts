import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suspectZip } from './zip-cell.ts';

describe('suspectZip', () => {
  it.each([
    ['7030', 'a leading zero may be missing: 07030?', '07030'],
    ['7030.0', 'a leading zero may be missing: 07030?', '07030'],
    [' 501 ', 'a leading zero may be missing: 00501?', '00501'],
    ['6.0614E+04', 'the ZIP 6.0614E+04 looks like a number of a spreadsheet: 60614?', null],
    ['60614.0', 'the ZIP 60614.0 looks like a number of a spreadsheet: 60614?', null],
    ['7.03E+03', 'the ZIP 7.03E+03 looks like a number of a spreadsheet: 07030?', null],
  ])('suspects %j', (cell, message, restored) => {
    expect(suspectZip(cell)).toMatchObject({ message, restored });
  });

  it.each(['', '60614', '60614-1234', '07030', 'H2X 1Y4', '12', '606145', '7030-1234', 'E+04'])(
    'takes %j as it is',
    (cell) => {
      expect(suspectZip(cell)).toBeNull();
    },
  );

  it('restores each ZIP that a spreadsheet made a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 501, max: 9999 }), (number) => {
        expect(suspectZip(String(number))?.restored).toBe(String(number).padStart(5, '0'));
      }),
    );
  });
});

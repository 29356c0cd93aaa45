import { describe, expect, it } from 'vitest';
import { copyField, copyRow } from './copy.ts';

describe('copyField', () => {
  it('writes null as the text format does, apart from the text of it', () => {
    expect(copyField(null)).toBe('\\N');
    expect(copyField('\\N')).toBe('\\\\N');
  });

  it('escapes backslash, tab, newline and carriage return only', () => {
    expect(copyField('a\\b\tc\nd\re "ü" , ;')).toBe('a\\\\b\\tc\\nd\\re "ü" , ;');
  });

  it('writes numbers, booleans and times', () => {
    const at = new Date('2024-02-29T12:00:00.5Z');
    expect([copyField(1.5), copyField(7n), copyField(true), copyField(false), copyField(at)]).toEqual([
      '1.5',
      '7',
      't',
      'f',
      '2024-02-29T12:00:00.500Z',
    ]);
  });
});

describe('copyRow', () => {
  it('separates fields by tabs and ends in a newline', () => {
    expect(copyRow('a', null, '', 3)).toBe('a\t\\N\t\t3\n');
  });
});

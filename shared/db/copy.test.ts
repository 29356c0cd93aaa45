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

  it('writes numbers', () => {
    expect(copyField(1.5)).toBe('1.5');
  });
});

describe('copyRow', () => {
  it('separates fields by tabs and ends in a newline', () => {
    expect(copyRow('a', null, '', 3)).toBe('a\t\\N\t\t3\n');
  });
});

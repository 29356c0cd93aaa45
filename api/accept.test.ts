import { describe, expect, it } from 'vitest';
import { preferredType } from './accept.ts';

const OFFERED = ['application/json', 'application/x-ndjson', 'text/csv'] as const;

describe('preferredType', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV; charset=utf-8', 'text/csv'],
    ['application/x-ndjson, application/json', 'application/json'],
    ['application/json;q=0.5, application/x-ndjson', 'application/x-ndjson'],
    ['text/*', 'text/csv'],
    ['text/csv;q=0.2, */*;q=0.1', 'text/csv'],
    ['application/json;q=0, */*', 'application/x-ndjson'],
    ['image/png', 'application/json'],
    ['text/csv;q=nonsense', 'application/json'],
  ])('answers Accept %j with %s', (accept, type) => {
    expect(preferredType(accept, OFFERED)).toBe(type);
  });
});

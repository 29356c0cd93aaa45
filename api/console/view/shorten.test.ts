import { expect, it } from 'vitest';
import { shortenMiddle } from './shorten.ts';

it('leaves the middle of a long text out and nothing of a short one', () => {
  expect(shortenMiddle('SO-10293')).toBe('SO-10293');
  expect(shortenMiddle('x'.repeat(30) + 'y'.repeat(34), 11)).toBe('xxxxx…yyyyy');
});

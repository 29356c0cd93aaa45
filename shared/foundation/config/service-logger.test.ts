import { describe, expect, it } from 'vitest';
import { serviceLogger } from './service-logger.ts';

function written(isTTY: boolean): string {
  const lines: string[] = [];
  const output = { isTTY, write: (line: string) => lines.push(line) > 0 };
  serviceLogger({ logLevel: 'info' }, output).info({ orders: 3 }, 'a run ended');
  return lines.join('');
}

describe('serviceLogger', () => {
  it('writes lines for people on a terminal', () => {
    expect(written(true)).toMatch(/^\S*\[\d\d:\d\d:\d\d\].*INFO.*a run ended.*orders.*3.*\n$/);
  });

  it('writes JSON otherwise', () => {
    expect(JSON.parse(written(false))).toMatchObject({ level: 30, orders: 3, msg: 'a run ended' });
  });
});

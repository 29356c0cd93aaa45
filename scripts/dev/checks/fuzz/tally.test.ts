import { describe, expect, it } from 'vitest';
import { ENOUGH_ANSWERS, FuzzTally } from './tally.ts';

const OPERATION = { method: 'GET', path: '/api/v1/runs' };
const answer = (status: number) => ({ status, headers: {}, body: Buffer.alloc(0), ms: 1 });

function faultsAfter(statuses: readonly number[]): string[] {
  const tally = new FuzzTally();
  for (const status of statuses) tally.count(OPERATION, answer(status));
  tally.expectSuccesses();
  return [...tally.faults.keys()];
}

const refused = (count: number) => Array.from({ length: count }, () => 422);

describe('an operation without an answer of 2xx', () => {
  it('is a fault after many answers', () => {
    expect(faultsAfter(refused(ENOUGH_ANSWERS))).toEqual(['successful_answer | GET /api/v1/runs | 0 | none']);
  });

  it('is none after few answers, as in a short run', () => {
    expect(faultsAfter(refused(ENOUGH_ANSWERS - 1))).toEqual([]);
  });

  it('is none if one answer was a success', () => {
    expect(faultsAfter([...refused(ENOUGH_ANSWERS), 201])).toEqual([]);
  });
});

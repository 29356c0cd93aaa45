import { describe, expect, it } from 'vitest';
import { atOnce, inSteps, type Steps } from './steps.ts';

function* threeSteps(seen: string[]): Steps<string> {
  for (const step of ['one', 'two', 'three']) {
    seen.push(step);
    yield;
  }
  return seen.join(' ');
}

describe('steps', () => {
  it('are done without stopping by atOnce', () => {
    expect(atOnce(threeSteps([]))).toBe('one two three');
  });

  it('let the event loop run in between by inSteps', async () => {
    const seen: string[] = [];
    setImmediate(() => seen.push('event'));
    expect(await inSteps(threeSteps(seen))).toBe('one event two three');
  });
});

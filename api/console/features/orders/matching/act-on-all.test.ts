import { expect, it } from 'vitest';
import { ServiceError } from '../../../client/service-error.ts';
import { type ActOutcome, actOnAll } from './act-on-all.ts';

const never = new AbortController().signal;
const onTally = () => {};

it('acts once on each order, and counts what became of them', async () => {
  const acted: string[] = [];
  const outcomes: Record<string, ActOutcome> = { A: 'done', B: 'left', C: 'no_match', D: 'done' };
  const act = async (id: string) => {
    acted.push(id);
    return outcomes[id]!;
  };
  const tally = await actOnAll(['A', 'B', 'C', 'D'], { act, onTally, signal: never });
  expect(acted).toEqual(['A', 'B', 'C', 'D']);
  expect(tally).toEqual({ done: 2, left: 1, no_match: 1, failed: 0, failures: [] });
});

it('acts on none after it was stopped', async () => {
  const stopping = new AbortController();
  const acted: string[] = [];
  const act = async (id: string): Promise<ActOutcome> => {
    acted.push(id);
    if (id === 'B') stopping.abort();
    return 'done';
  };
  const reported: number[] = [];
  const tally = await actOnAll(['A', 'B', 'C'], {
    act,
    onTally: ({ done }) => reported.push(done),
    signal: stopping.signal,
  });
  expect([acted, tally.done, reported]).toEqual([['A', 'B'], 2, [1]]);
});

it('asks no more where it was stopped while it waited', async () => {
  const stopping = new AbortController();
  let calls = 0;
  const act = async (): Promise<ActOutcome> => {
    calls += 1;
    if (calls > 1) return 'done';
    throw new ServiceError(429, { detail: 'Too many.' }, '7');
  };
  const wait = async () => stopping.abort();
  const tally = await actOnAll(['A'], { act, onTally, signal: stopping.signal, wait });
  expect([calls, tally.done]).toEqual([1, 0]);
});

it('goes on after a refusal of one order, and tries again as late as it is asked to', async () => {
  const waits: number[] = [];
  const answers = [
    new ServiceError(409, { detail: 'No.' }),
    new ServiceError(429, { detail: 'Too many.' }, '7'),
    null,
  ];
  const act = async (): Promise<ActOutcome> => {
    const error = answers.shift();
    if (error) throw error;
    return 'done';
  };
  const wait = async (seconds: number) => void waits.push(seconds);
  const tally = await actOnAll(['A', 'B'], { act, onTally, signal: never, wait });
  expect(waits).toEqual([7]);
  expect(tally).toMatchObject({ done: 1, failed: 1, failures: [{ order_id: 'A', sentence: 'No.' }] });
});

it('ends at what would befall every order', async () => {
  let calls = 0;
  const act = async (): Promise<ActOutcome> => {
    calls += 1;
    throw new ServiceError(401, { detail: 'Sign in first.' });
  };
  await expect(actOnAll(['A', 'B'], { act, onTally, signal: never })).rejects.toThrow('Sign in first.');
  expect(calls).toBe(1);
});

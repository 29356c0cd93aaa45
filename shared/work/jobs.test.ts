import { expect, it } from 'vitest';
import { JOBS } from './jobs.ts';

it('refuses a job without its run, and one whose numbers are none', () => {
  for (const { data } of Object.values(JOBS)) {
    for (const stored of [{}, { chunk: 1, batch: 1 }, { run_id: 0, chunk: 0, batch: 0 }, { run_id: 1 }])
      expect(data.safeParse(stored).success).toBe(false);
  }
});

it('takes jobs for the next batches of a run for others when others are next', () => {
  const { identity } = JOBS['allocate-run'];
  expect(identity({ run_id: 7, batch: 80 })).not.toBe(identity({ run_id: 7, batch: 81 }));
});

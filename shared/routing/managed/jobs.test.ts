import { expect, it } from 'vitest';
import { JOB_NAMES, JOBS } from './jobs.ts';

/** Jobs as they wait in the queues of a service that is updated, by the release that added them. */
const STORED = [
  ['choose-orders', 'this release', { run_id: 7, ledger_id: 3 }, { run_id: 7, ledger_id: 3 }],
  ['score-chunk', 'this release and before', { run_id: 7, chunk: 3 }, { run_id: 7, chunk: 3 }],
  ['allocate-run', 'this release', { run_id: 7, batch: 80 }, { run_id: 7, batch: 80 }],
  ['allocate-run', 'the release before', { run_id: 7, turn: 80 }, { run_id: 7, batch: 80 }],
] as const;

it.each(STORED)('reads a job %s of %s', (name, _release, stored, data) => {
  expect(JOBS[name].data.parse(stored)).toEqual(data);
});

it('refuses a job without its run, and one whose numbers are none', () => {
  for (const name of JOB_NAMES) {
    const { data } = JOBS[name];
    for (const stored of [{}, { chunk: 1, batch: 1 }, { run_id: 0, chunk: 0, batch: 0 }, { run_id: 1 }])
      expect(data.safeParse(stored).success).toBe(false);
  }
});

it('takes a job that the release before added for the same as its own', () => {
  const { data, identity } = JOBS['allocate-run'];
  expect(identity(data.parse({ run_id: 7, turn: 80 }))).toBe(identity(data.parse({ run_id: 7, batch: 80 })));
  expect(identity({ run_id: 7, batch: 80 })).not.toBe(identity({ run_id: 7, batch: 81 }));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunProgress } from '../../shared/contracts/run.ts';
import { ProgressDisplay } from './progress-display.ts';
import { progressBar, progressLine } from './progress-line.ts';

const MOMENT = '2026-11-22T10:00:00.000Z';
const PROGRESS: RunProgress = {
  phase: 'allocating',
  orders_total: 50_000,
  orders_scored: 50_000,
  orders_routed: 22_600,
  percent: 56.1,
  orders_per_second: 40_816,
  eta_seconds: 4,
  waiting_for: null,
  started_at: MOMENT,
  updated_at: MOMENT,
};

/** How a run can wait. */
const WAITS: readonly Partial<RunProgress>[] = [
  { waiting_for: 'worker' },
  { waiting_for: 'earlier_run', earlier_run_id: 1 },
  { waiting_for: 'earlier_run', earlier_run_id: 99_999_999 },
  { waiting_for: 'retry', retry_at: MOMENT },
];

const anyProgress = fc.record({
  phase: fc.constantFrom('receiving', 'scoring', 'allocating', 'done'),
  orders_total: fc.nat({ max: 99_999_999 }),
  orders_scored: fc.nat({ max: 99_999_999 }),
  orders_routed: fc.nat({ max: 99_999_999 }),
  percent: fc.integer({ min: 0, max: 1000 }).map((n) => n / 10),
  orders_per_second: fc.option(fc.nat({ max: 999_999 })),
  eta_seconds: fc.option(fc.nat({ max: 10_000_000 })),
  waiting_for: fc.constant(null),
  started_at: fc.constant(MOMENT),
  updated_at: fc.constant(MOMENT),
}) as fc.Arbitrary<RunProgress>;

describe('progressBar', () => {
  it.each([
    [
      120,
      '███████████████░░░░░░░░░░░░░ allocating 56.1 %, 22,600 of 50,000 orders, 40,816 orders/s, 4 s left',
    ],
    [80, '█████████░░░░░░░░ allocating 56.1 %, 22,600 of 50,000, 40,816/s, 4 s left'],
    [60, '█████░░░░░ allocating 56.1 %, 22,600 of 50,000, 4 s left'],
  ])('is drawn for %i columns', (columns, line) => {
    expect(progressBar(PROGRESS, columns - 1)).toBe(line);
  });

  it('fits any terminal, and says the time left, or what it waits for, from 44 columns on', () => {
    const anyWait = fc.constantFrom({}, ...WAITS);
    fc.assert(
      fc.property(anyProgress, anyWait, fc.integer({ min: 1, max: 200 }), (work, wait, columns) => {
        const progress = { ...work, ...wait };
        const line = progressBar(progress, columns);
        expect([...line].length).toBeLessThanOrEqual(columns);
        const leftIsKnown = progress.eta_seconds !== null && progress.phase !== 'done';
        if (columns < 44) return;
        if (progress.waiting_for !== null) expect(line).toMatch(/ (waiting for|next try at) [^,]+$/);
        else if (leftIsKnown) expect(line).toMatch(/ left$/);
      }),
    );
  });
});

describe('progressLine', () => {
  it('says what the run waits for', () => {
    const lines = WAITS.map((wait) =>
      progressLine({ ...PROGRESS, orders_per_second: null, eta_seconds: null, ...wait }),
    );
    const clock = new Date(MOMENT).toTimeString().slice(0, 8);
    expect(lines).toEqual(
      ['waiting for a worker', 'waiting for run 1', 'waiting for run 99999999', `next try at ${clock}`].map(
        (wait) => `allocating 56.1 %, 22,600 of 50,000 orders, ${wait}`,
      ),
    );
  });

  it('has no bar', () => {
    expect(progressLine(PROGRESS)).toBe(
      'allocating 56.1 %, 22,600 of 50,000 orders, 40,816 orders/s, 4 s left',
    );
  });
});

describe('ProgressDisplay', () => {
  it('draws within 80 columns where the terminal reports 0', () => {
    const written: string[] = [];
    new ProgressDisplay({ isTTY: true, columns: 0, write: (text) => written.push(text) }).progress(PROGRESS);
    expect(written).toEqual([
      '\r\u001B[K█████████░░░░░░░░ allocating 56.1 %, 22,600 of 50,000, 40,816/s, 4 s left',
    ]);
  });

  it('writes a plain line a phase where there is no terminal', () => {
    const written: string[] = [];
    const display = new ProgressDisplay({ write: (text) => written.push(text) });
    display.progress(PROGRESS);
    display.progress({ ...PROGRESS, percent: 57 });
    display.progress({ ...PROGRESS, phase: 'done', percent: 100, orders_routed: 50_000 });
    display.end();
    expect(written).toEqual([
      'allocating 56.1 %, 22,600 of 50,000 orders, 40,816 orders/s, 4 s left\n',
      'done 100.0 %, 50,000 of 50,000 orders, 40,816 orders/s\n',
    ]);
  });
});

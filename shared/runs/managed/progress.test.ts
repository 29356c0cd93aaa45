import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { progressOfRun, type RunFacts } from './progress.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 31) + seconds * 1000);

const aRun = (facts: Partial<RunFacts> = {}): RunFacts => ({
  id: 7,
  kind: 'managed',
  status: 'running',
  phase: 'scoring',
  orders_total: 1000,
  orders_scored: 0,
  orders_routed: 0,
  orders_superseded: 0,
  orders_unchanged: 0,
  created_at: at(-10),
  started_at: at(0),
  updated_at: at(0),
  finished_at: null,
  selection: null,
  idle_ms: 0,
  retry_at: null,
  worker_alive: true,
  first_in_queue: 7,
  ...facts,
});

describe('progressOfRun', () => {
  it('shows the rate and the time left from the work done since the start', () => {
    const run = aRun({ phase: 'allocating', orders_scored: 1000, orders_routed: 500, updated_at: at(6) });
    expect(progressOfRun(run)).toMatchObject({ percent: 60, orders_per_second: 100, eta_seconds: 4 });
  });

  it('takes the average up to the end, not to a later change of the row', () => {
    const run = aRun({
      status: 'completed',
      phase: 'done',
      orders_scored: 1000,
      orders_routed: 1000,
      updated_at: at(100),
      finished_at: at(10),
    });
    expect(progressOfRun(run).orders_per_second).toBe(100);
  });

  it('says what a run waits for, with no rate and no time left', () => {
    const run = aRun({ phase: 'allocating', orders_scored: 1000, orders_routed: 500, updated_at: at(6) });
    const waitOf = (facts: Partial<RunFacts>) => {
      const { waiting_for, orders_per_second, eta_seconds, ...progress } = progressOfRun({
        ...run,
        ...facts,
      });
      expect([orders_per_second, eta_seconds]).toEqual([null, null]);
      const { earlier_run_id, retry_at } = progress;
      return [waiting_for, earlier_run_id ?? retry_at];
    };
    const retry_at = at(100);
    expect(waitOf({ worker_alive: false, first_in_queue: 3, retry_at })).toEqual(['worker', undefined]);
    expect(waitOf({ first_in_queue: 3, retry_at })).toEqual(['earlier_run', 3]);
    expect(waitOf({ retry_at })).toEqual(['retry', retry_at.toISOString()]);
    const choosing = {
      ...run,
      status: 'queued',
      phase: 'scoring',
      orders_total: 0,
      orders_scored: 0,
    } as const;
    expect(waitOf({ ...choosing, selection: { on_sync: true }, first_in_queue: 3 })).toEqual([
      'earlier_run',
      3,
    ]);
  });

  it('never goes back and reaches 100 with the last order only', () => {
    const step = fc.record({ scored: fc.nat(9), routed: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(step), fc.integer({ min: 1, max: 200_000 }), (steps, total) => {
        let run = aRun({ orders_total: total });
        let percent = 0;
        for (const { scored, routed } of steps) {
          const orders_scored = Math.min(total, run.orders_scored + scored);
          run = { ...run, orders_scored, orders_routed: Math.min(orders_scored, run.orders_routed + routed) };
          const now = progressOfRun(run).percent;
          expect(now).toBeGreaterThanOrEqual(percent);
          expect(now === 100).toBe(run.orders_routed === total);
          percent = now;
        }
      }),
    );
  });
});

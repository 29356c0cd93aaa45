import type { RunResponseA } from './a/schema.ts';

/** A run as the presenters take it: one that was kept, or a dry run, which has no ids. */
export interface PresentedRun
  extends Omit<RunResponseA, 'results' | 'warnings' | 'routing_run_id' | 'client_run_number'> {
  readonly routing_run_id: number | null;
  readonly client_run_number: number | null;
  readonly dry_run?: true;
}

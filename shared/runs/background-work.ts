import type { LockedTransaction } from '../db/transaction.ts';
import type { RoutingDeps } from '../ledger/prepared-run.ts';

/** What work in a thread needs. */
export interface WorkDeps extends Pick<RoutingDeps, 'db' | 'lanes' | 'windowWork' | 'answerSearch'> {
  /** Whether another task waits for the thread: the work ends soon then. */
  readonly isThreadWaitedFor?: () => boolean;
}

/** After so long without progress the jobs of a piece of work may have been lost. */
export const QUIET_SECONDS = 3;

/** What names a piece of work. */
export interface WorkKey {
  readonly id: number;
  readonly ledger_id: number;
}

/** The lock of a row of work. A step has it while it is under way. */
export function workLock(owner: number, table: 'what_ifs' | 'runs', id: number): LockedTransaction {
  return { owner, lock: `${table} ${id}` };
}

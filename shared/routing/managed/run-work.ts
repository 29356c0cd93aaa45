import type { Database } from '../../db/database.ts';
import type { LaneResolver } from '../../transit/lane-resolver.ts';

/** What happens once in a run's life. It is reported after the transaction that did it. */
export type RunMilestone = 'started' | 'scored' | 'completed';

/** What the work on managed runs needs. */
export interface RunWorkDeps {
  readonly db: Database;
  readonly lanes: LaneResolver;
  readonly onMilestone?: (milestone: RunMilestone) => void;
  /** Whether another task waits for the thread that works. */
  readonly isThreadWaitedFor?: () => boolean;
}

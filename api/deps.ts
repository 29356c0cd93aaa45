import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { Config } from '../shared/config/config.ts';
import type { Database } from '../shared/db/database.ts';
import type { InventorySyncDeps } from '../shared/inventory/sync.ts';
import type { RunQueues } from '../shared/queue/run-queues.ts';
import type { RoutingDeps } from '../shared/runs/route-orders.ts';
import type { RoutingPool } from '../shared/threads/routing-pool.ts';
import type { LaneResolver } from '../shared/transit/lane-resolver.ts';

/** All that the HTTP application is given. It closes none of it. */
export interface AppDeps {
  readonly config: Pick<Config, 'bodyLimitBytes' | 'rateLimitPerMinute' | 'queuePrefix'>;
  readonly db: Database;
  readonly lanes: LaneResolver;
  readonly queues: RunQueues;
  /** Large batches are routed there, off the event loop. */
  readonly threads: RoutingPool;
  /** Where rate limits are counted; null: in this process. */
  readonly redis: Redis | null;
  readonly logger: FastifyBaseLogger;
}

/** What the use cases behind the routes take. */
export type Services = RoutingDeps &
  InventorySyncDeps & { readonly queues: RunQueues; readonly threads: RoutingPool };

declare module 'fastify' {
  interface FastifyInstance {
    readonly services: Services;
  }
}

import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { SignIn } from '../shared/accounts/sign-in.ts';
import type { Config } from '../shared/config/config.ts';
import type { Database } from '../shared/db/database.ts';
import type { InventorySyncDeps } from '../shared/inventory/sync.ts';
import type { ServiceMetrics } from '../shared/metrics/service-metrics.ts';
import type { RunQueues } from '../shared/queue/run-queues.ts';
import type { ReceivingDeps } from '../shared/runs/managed/receive-run.ts';
import type { RoutingDeps } from '../shared/runs/prepared-run.ts';
import type { RoutingPool } from '../shared/threads/routing-pool.ts';
import type { LaneResolver } from '../shared/transit/lane-resolver.ts';
import type { BodiesOptions } from './plugins/bodies.ts';

/** All that the HTTP application is given. It closes none of it. */
export interface AppDeps {
  readonly config: Pick<
    Config,
    | 'bodyLimitBytes'
    | 'streamLimitBytes'
    | 'rateLimitPerMinute'
    | 'queuePrefix'
    | 'maxEventLoopDelayMs'
    | 'trustProxy'
    | 'databaseTimeouts'
  > &
    BodiesOptions;
  readonly db: Database;
  readonly lanes: LaneResolver;
  readonly queues: RunQueues;
  /** Large batches are routed there, off the event loop. */
  readonly threads: RoutingPool;
  /** Where rate limits and sign-ins are counted. Null: rate limits in this process, sign-ins in the database. */
  readonly redis: Redis | null;
  readonly metrics: ServiceMetrics;
  readonly logger: FastifyBaseLogger;
  /** Folder of the built console; null or not there: `/` says that it is not built. */
  readonly consoleFolder?: string | null;
}

/** What the use cases behind the routes take. */
export type Services = RoutingDeps &
  InventorySyncDeps &
  Pick<ReceivingDeps, 'clientTurns'> & {
    readonly queues: RunQueues;
    readonly threads: RoutingPool;
    readonly signIn: SignIn;
    /** Bytes of a body that is read as a stream, as it is sent and unpacked. */
    readonly streamLimitBytes: number;
  };

declare module 'fastify' {
  interface FastifyInstance {
    readonly services: Services;
  }
}

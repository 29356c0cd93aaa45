import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { TxtLookup } from '../shared/account/sso-domains.ts';
import type { Database } from '../shared/db/database.ts';
import type { Charges } from '../shared/foundation/charges.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import type { Mailer } from '../shared/foundation/mailer.ts';
import type { OperatorUses } from '../shared/identity/last-use.ts';
import type { OperatorRules } from '../shared/identity/sessions.ts';
import type { SignIn } from '../shared/identity/sign-in.ts';
import type { SsoDeps } from '../shared/identity/sso/connection.ts';
import type { RoutingDeps } from '../shared/ledger/prepared-run.ts';
import type { InventorySyncDeps } from '../shared/ledger/stock/sync.ts';
import type { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';
import type { AccountWork } from '../shared/operations/threads/account-work.ts';
import type { RoutingPool } from '../shared/operations/threads/routing-pool.ts';
import type { ReceivingDeps } from '../shared/runs/managed/receive-run.ts';
import type { RunWatch } from '../shared/runs/managed/watch-run.ts';
import type { LaneResolver } from '../shared/transit/lane-resolver.ts';
import type { JobQueues } from '../shared/work/job-queues.ts';

/** All that the HTTP application is given. It does not close any of it. */
export interface AppDeps {
  readonly config: Config;
  readonly db: Database;
  readonly lanes: LaneResolver;
  readonly queues: JobQueues;
  /** Route large batches, so that the event loop is free. */
  readonly threads: RoutingPool;
  /** What each client used of this process, the threads too. Left out: new. */
  readonly charges?: Charges<number | null>;
  /** Counts rate limits and sign-ins. Null: this process counts rate limits, and the database counts sign-ins. */
  readonly redis: Redis | null;
  readonly metrics: ServiceMetrics;
  readonly logger: FastifyBaseLogger;
  /** Left out: the name servers of the machine are asked. */
  readonly lookUpTxt?: TxtLookup;
  /** Folder of the built console. If it is null or missing, `/` says that the console is not built. */
  readonly consoleFolder?: string | null;
}

/** What the use cases of the routes need. */
export type Services = RoutingDeps &
  InventorySyncDeps &
  ReceivingDeps &
  SsoDeps &
  OperatorRules & {
    readonly queues: JobQueues;
    readonly threads: RoutingPool;
    readonly accounts: AccountWork;
    readonly runWatch: RunWatch;
    readonly signIn: SignIn;
    readonly operatorUses: OperatorUses;
    /** The most bytes of a body that is read as a stream, both as it is sent and unpacked. */
    readonly streamLimitBytes: number;
    /** For so many days it is known what happened to stock. */
    readonly stockLogDays: number;
    readonly lookUpTxt: TxtLookup;
    readonly sessionIdleMinutes: number;
    /** null: the service sends no mails. */
    readonly mailer: Mailer | null;
    readonly isCopy: boolean;
  };

declare module 'fastify' {
  interface FastifyInstance {
    readonly services: Services;
  }
}

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { changeAccess } from '../shared/account/change-account.ts';
import { lookUpTxt, type TxtLookup } from '../shared/account/sso-domains.ts';
import type { Database } from '../shared/db/database.ts';
import type { Charges } from '../shared/foundation/charges.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import { reachOf } from '../shared/foundation/guarded-call.ts';
import { openMailer } from '../shared/foundation/mailer.ts';
import { OperatorUses } from '../shared/identity/last-use.ts';
import { createSignIn } from '../shared/identity/sign-in.ts';
import { LedgerQueues } from '../shared/ledger/ledger-queues.ts';
import type { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';
import { AccountWork } from '../shared/operations/threads/account-work.ts';
import type { RoutingPool } from '../shared/operations/threads/routing-pool.ts';
import { Receivers } from '../shared/runs/managed/receivers.ts';
import { RunWatch } from '../shared/runs/managed/watch-run.ts';
import type { LaneResolver } from '../shared/transit/lane-resolver.ts';
import type { JobQueues } from '../shared/work/job-queues.ts';
import { LARGE_BYTES } from './bodies/answer-body.ts';

/** What the HTTP application uses. The process that made it closes it. */
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

/** What the use cases of the routes need. What is opened for it closes with the application. */
export function servicesOf(app: FastifyInstance, deps: AppDeps) {
  const { config, db, lanes, queues, threads } = deps;
  const receivers = new Receivers(db);
  app.addHook('onClose', async () => receivers.close());
  const accounts = new AccountWork({
    ...{ db, threads, timeouts: config.databaseTimeouts, largeBytes: LARGE_BYTES },
    onError: (error) => deps.logger.warn(error, 'a database connection broke'),
  });
  app.addHook('onClose', () => accounts.close());
  const mailer = openMailer(config, deps.logger);
  app.addHook('onClose', async () => mailer?.close());
  return {
    ...{ db, lanes, queues, threads, accounts, receivers, mailer, changeAccess },
    runWatch: new RunWatch(db.pool),
    signIn: createSignIn(db, { ...db, redis: deps.redis, prefix: config.queuePrefix, mailer }),
    operatorUses: new OperatorUses(db),
    ledgerQueues: new LedgerQueues(db, config.databaseTimeouts.lockMs),
    syncQueues: new LedgerQueues(db, config.databaseTimeouts.lockMs),
    now: () => new Date(),
    streamLimitBytes: config.streamLimitBytes,
    stockLogDays: config.stockLogDays,
    publicUrl: config.publicUrl,
    ssoReach: reachOf(config.ssoAllowPrivate),
    lookUpTxt: deps.lookUpTxt ?? lookUpTxt,
    sessionIdleMinutes: config.sessionIdleMinutes,
    operatorSecondFactor: config.operatorSecondFactor,
    isCopy: config.isCopy,
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly services: ReturnType<typeof servicesOf>;
  }
}

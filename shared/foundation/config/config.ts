import { availableParallelism } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { DatabaseTimeouts } from '../../db/timeouts.ts';
import { credentialsOf } from '../credentials.ts';
import { projectRoot } from '../project-root.ts';
import { isPooled } from './pooled-url.ts';
import { trustProxy } from './trust-proxy.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** OpenTelemetry's own names. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
const MEBIBYTE = 1024 * 1024;
const DEFAULT_BODY_LIMIT = 32 * MEBIBYTE;
/** The default for the usual body limit. A larger body limit makes it larger. */
const DEFAULT_BODIES_MEMORY = 256 * MEBIBYTE;
const DEFAULT_STREAM_LIMIT = 8 * 1024 * MEBIBYTE;
const DEFAULT_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
const DEFAULT_THREADS = Math.max(1, availableParallelism());

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const urlOf = (...schemes: string[]) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text);
      return url !== null && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== '';
    },
    `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  );

const waitMs = () => wholeNumber(1, LONGEST_WAIT_MS).default(DEFAULT_WAIT_MS);

/** The environment variables. An empty value counts as not set. */
const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 1000).default(20),
  DATABASE_STATEMENT_TIMEOUT_MS: waitMs(),
  DATABASE_LOCK_TIMEOUT_MS: waitMs(),
  DATABASE_IDLE_TIMEOUT_MS: waitMs(),
  DATABASE_CONNECT_TIMEOUT_MS: waitMs(),
  DATABASE_DIRECT_URL: urlOf('postgres', 'postgresql').optional(),
  REDIS_URL: urlOf('redis', 'rediss').optional(),
  QUEUE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'must consist of letters, digits, _ and -')
    .default('wrs'),
  DATA_DIR: z.string().default('.data'),
  WORKER_THREADS: wholeNumber(1, 256).default(DEFAULT_THREADS),
  WORKER_CONCURRENCY: wholeNumber(1, 256).default(DEFAULT_THREADS),
  WORKER_METRICS_PORT: wholeNumber(0, 65_535).optional(),
  BODY_LIMIT_BYTES: wholeNumber(1024, 1024 * MEBIBYTE).default(DEFAULT_BODY_LIMIT),
  BODIES_MEMORY_BYTES: wholeNumber(2048, 64 * 1024 * MEBIBYTE).optional(),
  BODY_TIMEOUT_SECONDS: wholeNumber(1, 3600).default(60),
  BODY_MIN_BYTES_PER_SECOND: wholeNumber(0, 1024 * MEBIBYTE).default(1024),
  LARGE_BODIES_WAITING: wholeNumber(2, 100_000).default(100),
  RUNS_RECEIVED_AT_ONCE: wholeNumber(2, 100_000).default(1000),
  MAX_EVENT_LOOP_DELAY_MS: wholeNumber(0, 3_600_000).default(1000),
  STREAM_LIMIT_BYTES: wholeNumber(1024, 1024 * 1024 * MEBIBYTE).default(DEFAULT_STREAM_LIMIT),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(6000),
  TRUST_PROXY: trustProxy.default(false),
  RETENTION_DAYS: wholeNumber(1, 36_500).optional(),
  AUDIT_RETENTION_DAYS: wholeNumber(1, 36_500).optional(),
  OPERATOR_EMAIL: z.email('must be an e-mail address').optional(),
  OPERATOR_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  SHUTDOWN_SECONDS: wholeNumber(1, 3600).default(20),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http', 'https').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, 'must be name=value pairs with commas between them')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('warehouse-routing-service'),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .optional(),
});

/** The names of the variables. A test compares them with `.env.example`. */
export const CONFIG_VARIABLES: readonly string[] = Object.keys(variables.shape);

/** The service's configuration from the environment, checked and typed. */
export type Config = ReturnType<typeof loadConfig>;

/** The environment has faults. The message has a line for each fault, which begins with the variable's name. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n  ${faults.join('\n  ')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration from `env`, usually `process.env`, and does not change it. A relative DATA_DIR is below the
 * project's root. Throws a ConfigError that lists every fault.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = CONFIG_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  const parsed = variables.safeParse(Object.fromEntries(given));
  const faults = parsed.success ? [] : parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`);
  if (!env.OPERATOR_EMAIL !== !env.OPERATOR_PASSWORD) {
    const missing = env.OPERATOR_EMAIL ? 'OPERATOR_PASSWORD' : 'OPERATOR_EMAIL';
    faults.push(`${missing} must be set too: OPERATOR_EMAIL and OPERATOR_PASSWORD go together`);
  }
  if (parsed.data?.DATABASE_URL && isPooled(parsed.data.DATABASE_URL) && !env.DATABASE_DIRECT_URL) {
    faults.push('DATABASE_DIRECT_URL must be set too: DATABASE_URL says that it leads to PgBouncer');
  }
  const memory = parsed.data?.BODIES_MEMORY_BYTES;
  if (memory !== undefined && memory < 2 * parsed.data!.BODY_LIMIT_BYTES) {
    faults.push('BODIES_MEMORY_BYTES must be twice BODY_LIMIT_BYTES or more: a client may take half of it');
  }
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const v = parsed.data;
  return Object.freeze({
    /** 0: any free port, printed at start */
    port: v.PORT,
    host: v.HOST,
    /** null: an embedded PostgreSQL server under `dataDir` */
    databaseUrl: v.DATABASE_URL ?? null,
    /** Leads to the server itself, not to PgBouncer, for work that needs a session of its own; null: DATABASE_URL does */
    databaseDirectUrl: v.DATABASE_DIRECT_URL ?? null,
    /** The most connections of one process */
    databasePoolSize: v.DATABASE_POOL_SIZE,
    databaseTimeouts: Object.freeze<DatabaseTimeouts>({
      statementMs: v.DATABASE_STATEMENT_TIMEOUT_MS,
      lockMs: v.DATABASE_LOCK_TIMEOUT_MS,
      idleMs: v.DATABASE_IDLE_TIMEOUT_MS,
      connectMs: v.DATABASE_CONNECT_TIMEOUT_MS,
    }),
    /** null: the queue is in PostgreSQL */
    redisUrl: v.REDIS_URL ?? null,
    /** The keys of this service in Redis begin with it */
    queuePrefix: v.QUEUE_PREFIX,
    /** Absolute */
    dataDir: isAbsolute(v.DATA_DIR) ? v.DATA_DIR : join(projectRoot, v.DATA_DIR),
    workerThreads: v.WORKER_THREADS,
    /** Queue jobs that one worker process works on at a time */
    workerConcurrency: v.WORKER_CONCURRENCY,
    /** Where a worker without an API serves its metrics; 0: any free port, printed at start; null: nowhere */
    workerMetricsPort: v.WORKER_METRICS_PORT ?? null,
    bodyLimitBytes: v.BODY_LIMIT_BYTES,
    /** The most memory of all bodies of one process; one client may use half of it */
    bodiesMemoryBytes: v.BODIES_MEMORY_BYTES ?? Math.max(DEFAULT_BODIES_MEMORY, 4 * v.BODY_LIMIT_BYTES),
    /** How long a body that is read as a whole may take. A body that is read as a stream only needs the least rate */
    bodyTimeoutSeconds: v.BODY_TIMEOUT_SECONDS,
    /** The least rate of a body while the service waits for it; 0: none */
    bodyMinBytesPerSecond: v.BODY_MIN_BYTES_PER_SECOND,
    /** The most large bodies that wait or are worked on in one process; one client may have half of them */
    largeBodiesWaiting: v.LARGE_BODIES_WAITING,
    runsReceivedAtOnce: v.RUNS_RECEIVED_AT_ONCE,
    /** If the event loop is delayed by more, requests that bring work are refused; 0: never */
    maxEventLoopDelayMs: v.MAX_EVENT_LOOP_DELAY_MS,
    /** The most bytes of a body that is read as a stream (runs, uploads), both before and after unpacking */
    streamLimitBytes: v.STREAM_LIMIT_BYTES,
    /** Requests of one API key, or of one person or token; 0: no limit */
    rateLimitPerMinute: v.RATE_LIMIT_PER_MINUTE,
    /** The proxies whose X-Forwarded-For is trusted: their number, their addresses, or none */
    trustProxy: v.TRUST_PROXY,
    /** Older orders, decisions and runs are removed; null: none is removed */
    retentionDays: v.RETENTION_DAYS ?? null,
    /** Older entries of the audit log are removed; null: none is removed */
    auditRetentionDays: v.AUDIT_RETENTION_DAYS ?? null,
    /** The first operator of the whole service; null: none is made */
    operator:
      v.OPERATOR_EMAIL && v.OPERATOR_PASSWORD
        ? Object.freeze({ email: v.OPERATOR_EMAIL, password: v.OPERATOR_PASSWORD })
        : null,
    logLevel: v.LOG_LEVEL,
    /** How long the process may take to stop after a signal */
    shutdownSeconds: v.SHUTDOWN_SECONDS,
    /** The receiver of traces; null: nothing is traced. OpenTelemetry itself reads the sampler and headers */
    telemetry: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? Object.freeze({ endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: v.OTEL_SERVICE_NAME })
      : null,
    /** Credentials for carriers: the variables that begin with TRANSIT_CREDENTIAL_ */
    transitCredentials: Object.freeze(credentialsOf(env)),
  });
}

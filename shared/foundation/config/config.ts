import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { DatabaseTimeouts } from '../../db/timeouts.ts';
import { USUAL_WINDOW_WORK } from '../../engine/window/batch-settings.ts';
import { credentialsOf } from '../credentials.ts';
import { passwordFault } from '../password-fault.ts';
import { projectRoot } from '../project-root.ts';
import { isSecretsKey } from '../sealing.ts';
import { ConfigError } from './config-error.ts';
import { isPooled } from './pooled-url.ts';
import { trustProxy } from './trust-proxy.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
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

const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

const secretsKey = z
  .string()
  .refine(isSecretsKey, 'must be 32 bytes in base64, as "openssl rand -base64 32" makes them');

/** A switch that is off by default. */
const isTrue = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true');

/** Variables by which operators signed in by a provider, until 0.2. */
const FORMER_SIGN_ON = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'ROLE_CLAIM',
  'OPERATOR_ROLE',
  'REQUIRED',
  'BREAK_GLASS_USER',
];

/** Variables that were merged into others, or are fixed, since 0.3: what is said of each. */
const FORMER: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['STATEMENT', 'LOCK', 'IDLE', 'CONNECT'].map((wait) => [
      `DATABASE_${wait}_TIMEOUT_MS`,
      'DATABASE_TIMEOUT_MS is the limit of all four waits',
    ]),
  ),
  ACCOUNT_TOKENS_LIMIT: 'ACCOUNT_KEYS_LIMIT is the limit of tokens too',
  ...Object.fromEntries(
    Object.entries({
      BODY_TIMEOUT_SECONDS: '60',
      ANSWER_IDLE_SECONDS: '60',
      RATE_LIMIT_WEBHOOK_PER_MINUTE: '60',
      WEBHOOK_PENDING_LIMIT: '10,000',
    }).map(([name, value]) => [name, `it is ${value} everywhere`]),
  ),
  ...Object.fromEntries(
    FORMER_SIGN_ON.map((name) => [
      `OIDC_${name}`,
      'operators sign in with a password and a second factor (OPERATOR_SECOND_FACTOR). ' +
        '`wrs admin users reset` gives an operator a link to a new password',
    ]),
  ),
};

/** What no installation has set otherwise. */
const FIXED = {
  /** How long a body that is read as a whole may take. A body that is read as a stream only needs the least rate */
  bodyTimeoutSeconds: 60,
  /** A caller that takes no byte of a long answer for so long is cut off */
  answerIdleSeconds: 60,
  /** Test events and deliveries sent again, of a client */
  rateLimitWebhookPerMinute: 60,
  /** Pending deliveries of a webhook endpoint; the newest ones beyond are dropped */
  webhookPendingLimit: 10_000,
};

/** Settings, each in the environment variable of its name: `databaseUrl` in DATABASE_URL. */
const settings = z.object({
  /** 0: any free port, printed at start */
  port: wholeNumber(0, 65_535).default(3000),
  host: z.string().default('127.0.0.1'),
  /** Where people reach the console; links begin with it. null: there are no links */
  publicUrl: orNull(urlOf('http', 'https')),
  /** null: an embedded PostgreSQL server under `dataDir` */
  databaseUrl: orNull(urlOf('postgres', 'postgresql')),
  /** Leads to the server itself, not to PgBouncer, for work that needs a session of its own; null: DATABASE_URL does */
  databaseDirectUrl: orNull(urlOf('postgres', 'postgresql')),
  /** The most connections of one process */
  databasePoolSize: wholeNumber(2, 1000).default(20),
  /** How long a statement, a lock, a connection and an idle transaction may take */
  databaseTimeoutMs: wholeNumber(1, LONGEST_WAIT_MS).default(DEFAULT_WAIT_MS),
  /** null: the queue is in PostgreSQL */
  redisUrl: orNull(urlOf('redis', 'rediss')),
  /** The keys of this service in Redis begin with it */
  queuePrefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'must consist of letters, digits, _ and -')
    .default('wrs'),
  /** Absolute */
  dataDir: z
    .string()
    .default('.data')
    .transform((folder) => resolve(projectRoot, folder)),
  /** Seals the secrets in the database; null: the key in `dataDir` does */
  secretsKey: orNull(secretsKey),
  /** The other key while keys are changed: it only opens */
  secretsKeyPrevious: orNull(secretsKey),
  /** The most work of a search for better routes of a batch's orders together, in candidates that are looked at */
  windowWork: wholeNumber(100_000, 1_000_000_000).default(USUAL_WINDOW_WORK),
  workerThreads: wholeNumber(1, 256).default(DEFAULT_THREADS),
  /** Queue jobs that one worker process works on at a time */
  workerConcurrency: wholeNumber(1, 256).default(DEFAULT_THREADS),
  /** Where a worker without an API serves its metrics; 0: any free port, printed at start; null: nowhere */
  workerMetricsPort: orNull(wholeNumber(0, 65_535)),
  bodyLimitBytes: wholeNumber(1024, 1024 * MEBIBYTE).default(DEFAULT_BODY_LIMIT),
  bodiesMemoryBytes: orNull(wholeNumber(2048, 64 * 1024 * MEBIBYTE)),
  /** The least rate of a body while the service waits for it; 0: none */
  bodyMinBytesPerSecond: wholeNumber(0, 1024 * MEBIBYTE).default(1024),
  /** The most large bodies that wait or are worked on in one process; one client may have half of them */
  runsReceivedAtOnce: wholeNumber(2, 100_000).default(1000),
  /** The most long answers (downloads) under way in one process; one client may have half of them */
  longAnswersAtOnce: wholeNumber(2, 100_000).default(32),
  /** If the event loop is delayed by more, requests that bring work are refused; 0: never */
  maxEventLoopDelayMs: wholeNumber(0, 3_600_000).default(1000),
  /** The most bytes of a body that is read as a stream (runs, uploads), both before and after unpacking */
  streamLimitBytes: wholeNumber(1024, 1024 * 1024 * MEBIBYTE).default(DEFAULT_STREAM_LIMIT),
  /** Requests of one API key, or of one person or token; 0: no limit */
  rateLimitPerMinute: wholeNumber(0, 1_000_000).default(6000),
  rateLimitClientPerMinute: orNull(wholeNumber(0, 1_000_000)),
  /** For promises, which are counted separately */
  rateLimitPromisePerMinute: wholeNumber(0, 1_000_000).default(6000),
  /** The proxies whose X-Forwarded-For is trusted: their number, their addresses, or none */
  trustProxy: trustProxy.default(false),
  /** Older orders, decisions and runs are removed; null: none is removed */
  retentionDays: orNull(wholeNumber(1, 36_500)),
  /** Older entries of the audit log are removed; null: none is removed */
  auditRetentionDays: orNull(wholeNumber(1, 36_500)),
  /** What happened to stock is known for so many days: no older count or change is taken */
  stockLogDays: wholeNumber(1, 365).default(30),
  /** The most of each that an account may have */
  accountUsersLimit: wholeNumber(1, 10_000).default(200),
  /** API keys, and account tokens as many */
  accountKeysLimit: wholeNumber(1, 10_000).default(100),
  /** An account file lists no more: an event is a row for each */
  accountEndpointsLimit: wholeNumber(1, 100).default(20),
  /** Whether webhooks may also go to http and to addresses that are not public */
  webhookAllowPrivate: isTrue,
  /** Whether providers of single sign-on may be at http and at addresses that are not public */
  ssoAllowPrivate: isTrue,
  /** A person's session ends after so long without a request */
  sessionIdleMinutes: wholeNumber(1, 720).default(60),
  /** The server that mails go to; null: no mails are sent */
  smtpUrl: orNull(urlOf('smtp', 'smtps')),
  /** The sender of mails */
  mailFrom: orNull(z.email('must be an e-mail address')),
  /** Whether an operator without a second factor can only set one up */
  operatorSecondFactor: isTrue,
  operatorEmail: orNull(z.email('must be an e-mail address')),
  operatorPassword: orNull(z.string().min(12, 'must have at least 12 characters')),
  logLevel: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  /** How long the process may take to stop after a signal */
  shutdownSeconds: wholeNumber(1, 3600).default(20),
  otelExporterOtlpEndpoint: orNull(urlOf('http', 'https')),
  otelServiceName: z.string().default('warehouse-routing-service'),
});

/** The environment variable of a setting. */
export const variableOf = (setting: string) => setting.replace(/[A-Z]/g, '_$&').toUpperCase();

const NAMES = Object.keys(settings.shape);

/** The names of the variables. A test compares them with `.env.example`. */
export const CONFIG_VARIABLES: readonly string[] = NAMES.map(variableOf);

/** The service's configuration from the environment, checked and typed. */
export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads the configuration from `env`, usually `process.env`, and does not change it. An empty variable counts as not set.
 * A relative DATA_DIR is below the project's root. Throws a ConfigError that lists every fault.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(NAMES.map((name) => [name, env[variableOf(name)] || undefined]));
  const parsed = settings.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const faults = issues.map(({ path, message }) => `${variableOf(String(path[0]))} ${message}`);
  if (!env.OPERATOR_EMAIL !== !env.OPERATOR_PASSWORD) {
    const missing = env.OPERATOR_EMAIL ? 'OPERATOR_PASSWORD' : 'OPERATOR_EMAIL';
    faults.push(`${missing} must be set too: OPERATOR_EMAIL and OPERATOR_PASSWORD go together`);
  } else if (env.OPERATOR_EMAIL && env.OPERATOR_PASSWORD) {
    const weakness = passwordFault(env.OPERATOR_EMAIL, env.OPERATOR_PASSWORD);
    if (weakness !== null) faults.push(`OPERATOR_PASSWORD ${weakness}`);
  }
  if (parsed.data?.databaseUrl && isPooled(parsed.data.databaseUrl) && !env.DATABASE_DIRECT_URL) {
    faults.push('DATABASE_DIRECT_URL must be set too: DATABASE_URL says that it leads to PgBouncer');
  }
  if (env.SECRETS_KEY_PREVIOUS && !env.SECRETS_KEY) {
    faults.push('SECRETS_KEY must be set too: SECRETS_KEY_PREVIOUS is the key beside it');
  }
  const ofMails = ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'];
  if (env.SMTP_URL || env.MAIL_FROM)
    for (const name of ofMails)
      if (!env[name]) faults.push(`${name} must be set too: mails need ${ofMails.join(', ')}`);
  for (const [name, instead] of Object.entries(FORMER))
    if (env[name]) faults.push(`${name} must not be set: ${instead}`);
  const memory = parsed.data?.bodiesMemoryBytes ?? null;
  if (memory !== null && memory < 2 * parsed.data!.bodyLimitBytes) {
    faults.push('BODIES_MEMORY_BYTES must be twice BODY_LIMIT_BYTES or more: a client may take half of it');
  }
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const {
    databaseTimeoutMs: ms,
    operatorEmail: email,
    operatorPassword: password,
    otelExporterOtlpEndpoint: endpoint,
    otelServiceName: serviceName,
    ...config
  } = parsed.data;
  return Object.freeze({
    ...config,
    ...FIXED,
    /** Whether the database is a copy (shared/db/origin.ts). Only the database can say so */
    isCopy: false as boolean,
    /** The most memory of all bodies of one process; one client may use half of it */
    bodiesMemoryBytes: memory ?? Math.max(DEFAULT_BODIES_MEMORY, 4 * config.bodyLimitBytes),
    /** Requests of all keys, people and tokens of one client together; 0: no limit. More than one key may make of them */
    rateLimitClientPerMinute: config.rateLimitClientPerMinute ?? 2 * config.rateLimitPerMinute,
    databaseTimeouts: Object.freeze<DatabaseTimeouts>({
      statementMs: ms,
      lockMs: ms,
      idleMs: ms,
      connectMs: ms,
    }),
    /** The first operator of the whole service; null: none is made */
    operator: email && password ? Object.freeze({ email, password }) : null,
    /** The receiver of traces; null: nothing is traced */
    telemetry: endpoint ? Object.freeze({ endpoint, serviceName }) : null,
    /** Credentials for carriers: the variables that begin with TRANSIT_CREDENTIAL_ */
    transitCredentials: Object.freeze(credentialsOf(env)),
  });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { CONFIG_VARIABLES, loadConfig } from './config.ts';

describe('loadConfig', () => {
  it('reads every variable', () => {
    expect(
      loadConfig({
        PORT: '0',
        HOST: '::',
        DATABASE_URL: 'postgresql://u:p@db:5432/wrs',
        DATABASE_DIRECT_URL: 'postgresql://u:p@primary:5432/wrs',
        DATABASE_POOL_SIZE: '5',
        DATABASE_TIMEOUT_MS: '1000',
        REDIS_URL: 'rediss://cache:6380',
        QUEUE_PREFIX: 'wrs-blue',
        DATA_DIR: '/var/lib/wrs',
        SECRETS_KEY: 'A'.repeat(43),
        SECRETS_KEY_PREVIOUS: `${'B'.repeat(43)}=`,
        WINDOW_WORK: '2000000',
        WORKER_THREADS: '3',
        WORKER_CONCURRENCY: '4',
        WORKER_METRICS_PORT: '9464',
        BODY_LIMIT_BYTES: '2048',
        BODIES_MEMORY_BYTES: '4096',
        BODY_MIN_BYTES_PER_SECOND: '100',
        RUNS_RECEIVED_AT_ONCE: '9',
        LONG_ANSWERS_AT_ONCE: '10',
        MAX_EVENT_LOOP_DELAY_MS: '0',
        STREAM_LIMIT_BYTES: '1048576',
        RATE_LIMIT_PER_MINUTE: '0',
        RATE_LIMIT_CLIENT_PER_MINUTE: '9',
        RATE_LIMIT_PROMISE_PER_MINUTE: '7',
        PUBLIC_URL: 'https://wrs.example',
        SESSION_IDLE_MINUTES: '30',
        OPERATOR_SECOND_FACTOR: 'true',
        SMTP_URL: 'smtps://user:secret@mail.example',
        MAIL_FROM: 'routing@wrs.example',
        TRUST_PROXY: '10.0.0.0/8, ::1,loopback',
        RETENTION_DAYS: '400',
        AUDIT_RETENTION_DAYS: '800',
        STOCK_LOG_DAYS: '20',
        ACCOUNT_USERS_LIMIT: '12',
        ACCOUNT_KEYS_LIMIT: '13',
        ACCOUNT_ENDPOINTS_LIMIT: '15',
        WEBHOOK_ALLOW_PRIVATE: 'true',
        OPERATOR_EMAIL: 'ops@example.com',
        OPERATOR_PASSWORD: 'correct horse',
        LOG_LEVEL: 'warn',
        SHUTDOWN_SECONDS: '7',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        OTEL_SERVICE_NAME: 'wrs-blue',
        TRANSIT_CREDENTIAL_ACME: 'EZAK-1',
      }),
    ).toEqual({
      port: 0,
      host: '::',
      isCopy: false,
      databaseUrl: 'postgresql://u:p@db:5432/wrs',
      databaseDirectUrl: 'postgresql://u:p@primary:5432/wrs',
      databasePoolSize: 5,
      databaseTimeouts: { statementMs: 1000, lockMs: 1000, idleMs: 1000, connectMs: 1000 },
      redisUrl: 'rediss://cache:6380',
      queuePrefix: 'wrs-blue',
      dataDir: '/var/lib/wrs',
      secretsKey: 'A'.repeat(43),
      secretsKeyPrevious: `${'B'.repeat(43)}=`,
      windowWork: 2_000_000,
      workerThreads: 3,
      workerConcurrency: 4,
      workerMetricsPort: 9464,
      bodyLimitBytes: 2048,
      bodiesMemoryBytes: 4096,
      bodyTimeoutSeconds: 60,
      bodyMinBytesPerSecond: 100,
      runsReceivedAtOnce: 9,
      longAnswersAtOnce: 10,
      answerIdleSeconds: 60,
      maxEventLoopDelayMs: 0,
      streamLimitBytes: 1_048_576,
      rateLimitPerMinute: 0,
      rateLimitClientPerMinute: 9,
      rateLimitPromisePerMinute: 7,
      rateLimitWebhookPerMinute: 60,
      publicUrl: 'https://wrs.example',
      sessionIdleMinutes: 30,
      operatorSecondFactor: true,
      smtpUrl: 'smtps://user:secret@mail.example',
      mailFrom: 'routing@wrs.example',
      trustProxy: '10.0.0.0/8,::1,loopback',
      retentionDays: 400,
      auditRetentionDays: 800,
      stockLogDays: 20,
      accountUsersLimit: 12,
      accountKeysLimit: 13,
      accountEndpointsLimit: 15,
      webhookPendingLimit: 10_000,
      webhookAllowPrivate: true,
      ssoAllowPrivate: false,
      operator: { email: 'ops@example.com', password: 'correct horse' },
      logLevel: 'warn',
      shutdownSeconds: 7,
      telemetry: { endpoint: 'http://collector:4318', serviceName: 'wrs-blue' },
      transitCredentials: { TRANSIT_CREDENTIAL_ACME: 'EZAK-1' },
    });
  });

  it('refuses each variable of operators’ former single sign-on, and says how on', () => {
    const former = 'ISSUER CLIENT_ID CLIENT_SECRET ROLE_CLAIM OPERATOR_ROLE REQUIRED BREAK_GLASS_USER'.split(
      ' ',
    );
    for (const name of former.map((word) => `OIDC_${word}`)) {
      expect(() => loadConfig({ [name]: 'planted' })).toThrow(
        new RegExp(`^ {2}${name} must not be set: .*\`wrs admin users reset\``, 'm'),
      );
      expect(loadConfig({ [name]: '' })).toEqual(loadConfig({}));
    }
  });

  it('refuses a variable that was merged or is fixed now, and says what holds', () => {
    expect(() => loadConfig({ DATABASE_LOCK_TIMEOUT_MS: '500', WEBHOOK_PENDING_LIMIT: '5' })).toThrow(
      [
        '  DATABASE_LOCK_TIMEOUT_MS must not be set: DATABASE_TIMEOUT_MS is the limit of all four waits',
        '  WEBHOOK_PENDING_LIMIT must not be set: it is 10,000 everywhere',
      ].join('\n'),
    );
  });

  it('counts an empty variable as not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '', LOG_LEVEL: '' })).toEqual(loadConfig({}));
  });

  it('lists every fault in one error, each by its variable', () => {
    const faulty = { PORT: '70000', DATABASE_URL: 'mysql://db/x', LOG_LEVEL: 'loud' };
    expect(() => loadConfig(faulty)).toThrow(
      [
        'The configuration has faults:',
        '  PORT must be a whole number from 0 to 65535',
        '  DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
        '  LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
      ].join('\n'),
    );
  });

  it.each([
    { PORT: '80a' },
    { PORT: '-1' },
    { HOST: '127.0.0.1', PORT: '1.5' },
    { DATABASE_POOL_SIZE: '1' },
    { REDIS_URL: 'localhost:6379' },
    { WINDOW_WORK: '0' },
    { WORKER_THREADS: '0' },
    { WORKER_CONCURRENCY: '0' },
    { BODY_LIMIT_BYTES: '12' },
    { BODY_LIMIT_BYTES: '2048', BODIES_MEMORY_BYTES: '4095' },
    { BODY_MIN_BYTES_PER_SECOND: '-1' },
    { RUNS_RECEIVED_AT_ONCE: '1' },
    { RATE_LIMIT_PER_MINUTE: 'none' },
    { RATE_LIMIT_CLIENT_PER_MINUTE: '-1' },
    { TRUST_PROXY: 'true' },
    { TRUST_PROXY: '0' },
    { TRUST_PROXY: '10.0.0.0/33' },
    { TRUST_PROXY: '127.0.0.1,proxy.internal' },
    { RETENTION_DAYS: '0' },
    { AUDIT_RETENTION_DAYS: '0' },
    { ACCOUNT_ENDPOINTS_LIMIT: '101' },
    { OPERATOR_EMAIL: 'ops', OPERATOR_PASSWORD: 'correct horse' },
    { OPERATOR_EMAIL: 'ops@example.com', OPERATOR_PASSWORD: 'short' },
    { OPERATOR_EMAIL: 'ops@example.com', OPERATOR_PASSWORD: 'ops@example.com' },
    { SHUTDOWN_SECONDS: '0' },
  ])('refuses %o, naming the variable', (env) => {
    const named = Object.keys(env).at(-1);
    const name = 'OPERATOR_EMAIL' in env && env.OPERATOR_EMAIL === 'ops' ? 'OPERATOR_EMAIL' : named;
    expect(() => loadConfig(env)).toThrow(new RegExp(`^  ${name} must`, 'm'));
  });

  it('takes a number of proxies, or none', () => {
    expect(loadConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(loadConfig({ TRUST_PROXY: 'false' }).trustProxy).toBe(false);
    expect(loadConfig({}).trustProxy).toBe(false);
  });

  it('reads exactly the variables of .env.example', () => {
    const example = readFileSync(join(projectRoot, '.env.example'), 'utf8');
    const names = [...example.matchAll(/^#([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(names.sort()).toEqual([...CONFIG_VARIABLES].sort());
  });
});

import { expect, it } from 'vitest';
import { serviceNeeds } from './service-needs.ts';

const HEALTHY = {
  version: '1',
  is_copy: false,
  database: 'ok',
  queue: 'ok',
  workers: 1,
  queues: [],
  runs: [],
  failing_count: 0,
  failing: [],
  failures: [],
} as const;

const POINT = {
  at: '2026-11-27T09:00:00Z',
  orders_per_second: 1,
  requests: 100,
  errors: 0,
  latency_ms: 5,
  oldest_run_seconds: 0,
  oldest_delivery_seconds: 0,
  database_bytes: 1,
  memory_bytes: 1,
};

const BY_HOUR = { orders_by_hour: [], unshipped_by_hour: [] };

const needsOf = (...[service, day]: Parameters<typeof serviceNeeds>) =>
  serviceNeeds(service, day).map(({ text }) => text);

it('a service that works needs nobody', () => {
  const clients = [{ client: 'a', name: 'A', orders: 19, unshipped: 19, ...BY_HOUR }];
  expect(needsOf({ ...HEALTHY } as never, { step_minutes: 10, points: [POINT], clients })).toEqual([]);
});

it('says what does not work before what waits', () => {
  const queues = [{ name: 'background', paused: true, counts: {}, oldest_waiting_seconds: 0 }];
  const points = [{ ...POINT, errors: 3, oldest_run_seconds: 900 }];
  const clients = [{ client: 'a', name: 'Acme', orders: 40, unshipped: 10, ...BY_HOUR }];
  const service = { ...HEALTHY, is_copy: true, workers: 0, queues } as never;
  expect(needsOf(service, { step_minutes: 10, points, clients })).toEqual([
    'The database is a copy of another one: no webhook is sent until “wrs admin database adopt”.',
    'No worker is running: runs and webhooks wait.',
    '3 of 100 requests failed in the last 24 hours.',
    'Paused: background. Jobs wait.',
    'The oldest run has waited 15 min.',
    '10 orders of Acme cannot ship: 25.0%.',
  ]);
});

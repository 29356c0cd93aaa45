import { z } from 'zod';
import { count, moment, named, paged, pageQuery, recordId, soughtText } from '../common.ts';
import { client } from './account-file-schema.ts';

const limit = count.nullable().describe('null: no limit.');
export const planView = named('Plan', {
  code: z.string(),
  routed_orders_limit: limit,
  routed_orders_period: z.enum(['total', 'month']),
  inventory_rows_limit: limit,
});

const planNumber = client.shape.routed_orders_limit.describe('null: no limit.');
export const planPatch = named('PlanPatch', {
  routed_orders_limit: planNumber,
  inventory_rows_limit: planNumber,
});

export const clientView = named('Client', {
  client_id: recordId,
  slug: z.string(),
  name: z.string(),
  contract_variant: z.enum(['A', 'B']),
  plan: z.string(),
  subscription_status: z.enum(['trialing', 'active', 'past_due', 'paused', 'cancelled']),
  active: z.boolean(),
  routed_orders_limit: count.nullable().describe("In place of the plan's number; null: the plan's."),
  inventory_rows_limit: count.nullable().describe("In place of the plan's number; null: the plan's."),
  routed_orders_used: count.describe('In the present period of the plan.'),
  created_at: moment,
});

export const clientsQuery = pageQuery.extend({
  q: soughtText(200).optional().describe('What the slug or the name contains.'),
});

export const clientsPage = paged('Clients', { clients: z.array(clientView) });

export const newClient = client.meta({ id: 'NewClient' });
export const clientPatch = client.omit({ slug: true }).meta({ id: 'ClientPatch' });

const counts = z.record(z.string(), count).describe('Jobs by state: waiting, active, failed and so on.');

const ofRun = {
  client: z.string(),
  environment: z.enum(['test', 'live']),
  routing_run_id: recordId,
  client_run_number: recordId,
};

const byHour = z.array(count).describe('Of each of the last 24 hours, the present one last.');

export const serviceDay = named('ServiceDay', {
  step_minutes: count,
  points: z
    .array(
      z.strictObject({
        at: moment.describe('When the step begins.'),
        orders_per_second: z.number(),
        requests: count,
        errors: count.describe('Of the requests: answered with a status of 500 or above.'),
        latency_ms: count
          .nullable()
          .describe('A bound that 95 of 100 requests kept: 5, 10, 25, 50 … 30,000. null: there were none.'),
        oldest_run_seconds: count.describe('0: no run waited.'),
        oldest_delivery_seconds: count.describe('0: no webhook delivery waited.'),
        database_bytes: count.nullable(),
        memory_bytes: count.describe('Of the largest process.'),
      }),
    )
    .describe('The last day in steps, oldest first. Steps in which nothing ran are left out.'),
  clients: z
    .array(
      z.strictObject({
        client: z.string(),
        name: z.string(),
        orders: count,
        unshipped: count.describe('Of the orders: those that cannot ship.'),
        orders_by_hour: byHour,
        unshipped_by_hour: byHour,
      }),
    )
    .describe(
      'Clients of the last day by orders: the twenty with the most orders, and the twenty of which the largest share cannot ship.',
    ),
});

export const serviceView = named('Service', {
  version: z.string(),
  is_copy: z
    .boolean()
    .describe('The database is a copy of another one: it has a queue of its own, and no webhook is sent.'),
  database: z.enum(['ok', 'unavailable']),
  queue: z.enum(['ok', 'unavailable']),
  workers: count.describe('Workers of all processes that can take jobs.'),
  queues: z.array(
    z.strictObject({
      name: z.string(),
      paused: z.boolean().describe('An operator paused it: no worker takes its jobs.'),
      counts,
      oldest_waiting_seconds: z.number().describe('0: no job waits.'),
    }),
  ),
  runs: z
    .array(z.strictObject({ phase: z.string(), status: z.string(), runs: count }))
    .describe('That are not done. Status failing: a step failed, and is tried again.'),
  failing_count: count,
  failing: z
    .array(z.strictObject({ ...ofRun, error: z.string(), retry_at: moment }))
    .describe('Failing runs, those that are tried again last first. At most twenty.'),
  failures: z
    .array(z.strictObject({ ...ofRun, failure: z.string().nullable(), at: moment }))
    .describe('Failed runs that can be retried, the latest twenty.'),
});

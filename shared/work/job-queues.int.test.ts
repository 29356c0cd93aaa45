import { expect, it, onTestFinished } from 'vitest';
import { createQueueBackend } from '../db/queue/queue-backend.ts';
import { freePort } from '../foundation/free-port.ts';
import { JobQueues, QueueUnreached } from './job-queues.ts';
import { addJobs } from './jobs.ts';

it('a job is not added, and nobody waits, if Redis was never reached', async () => {
  const noted: Error[] = [];
  const redisUrl = `redis://127.0.0.1:${await freePort()}`;
  const backend = createQueueBackend({ redisUrl, queuePrefix: 'test' }, '');
  const queues = new JobQueues(backend, (error) => noted.push(error));
  onTestFinished(() => queues.close());
  const job = { title: 'webhooks', client_id: 1, data: { endpoint_id: 1, client_id: 1 } };
  await expect(addJobs(queues, 'deliver-webhooks', [job])).rejects.toThrow(QueueUnreached);
  expect(noted).not.toEqual([]);
  await expect(queues.ping()).rejects.toThrow();
}, 30_000);

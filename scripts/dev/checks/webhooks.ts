import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HttpCaller } from '../bench/http.ts';
import { quantile } from '../bench/measure.ts';
import { syncOf } from '../harness/bodies.ts';
import { addClient } from '../harness/clients.ts';
import { QUEUE_KINDS, type QueueKind } from '../harness/service.ts';
import { openWebhookReceiver } from '../harness/webhook-receiver.ts';
import { withService } from '../harness/with-service.ts';

/**
 * Half of the endpoints hang. The delays of the others must be at most twice what they are without them (p99). That no event
 * is lost is for `npm run check faults`:
 *
 *   npm run check webhooks -- [--endpoints 200] [--backend redis]
 */
const { values } = parseArgs({
  options: {
    endpoints: { type: 'string', default: '1000' },
    backend: { type: 'string' },
  },
});
const ENDPOINTS = Number(values.endpoints);

/** Syncs of which delays are measured, and their distance in time. */
const SYNCS = 10;
const SYNC_EVERY_MS = 3_000;

/** The delays from event to receipt, in milliseconds, of endpoints that answer. */
async function delays(queue: QueueKind, hang: boolean): Promise<readonly number[]> {
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true', WORKER_THREADS: '1' };
  return withService({ queue, workers: 1, env }, async ({ service, db }) => {
    const receiver = await openWebhookReceiver();
    try {
      const { key } = await addClient(db, `delays-${queue}`, {
        webhooks: Array.from({ length: ENDPOINTS }, (_, n) => ({
          url: `${receiver.url}/${n % 2 === 0 ? 'answers' : 'hangs'}/${n}`,
          events: ['inventory.synced' as const],
          enabled: n % 2 === 0 || hang,
        })),
      });
      const caller = new HttpCaller(service.url, { key });
      for (let n = 0; n < SYNCS; n += 1) {
        await caller.postForJson('/api/v1/inventory', syncOf(['A'], n));
        await pause(SYNC_EVERY_MS);
      }
      const answered = () => receiver.received.filter(({ path }) => path.startsWith('/answers'));
      while (answered().length < (ENDPOINTS / 2) * SYNCS) await pause(200);
      return answered().map(({ at, body }) => at - Date.parse(JSON.parse(body).timestamp));
    } finally {
      receiver.close();
    }
  });
}

for (const queue of QUEUE_KINDS.filter((each) => each === (values.backend ?? each))) {
  const [alone, beside] = [await delays(queue, false), await delays(queue, true)];
  const [p99, besideP99] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  console.log(
    `${queue}: delays of ${ENDPOINTS / 2} endpoints, p50 ${quantile(alone, 0.5)} ms, p99 ${p99} ms; ` +
      `while as many hang p50 ${quantile(beside, 0.5)} ms, p99 ${besideP99} ms, ratio ${(besideP99 / p99).toFixed(2)}`,
  );
  if (besideP99 > 2 * p99) process.exitCode = 1;
}

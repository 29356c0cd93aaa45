import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../../demo/random.ts';
import { HttpCaller } from '../../bench/http.ts';
import { PostCaller } from '../../bench/post-caller.ts';
import { addClient, demoStock, OrderSource } from '../../harness/clients.ts';
import { faultsOfData } from '../../harness/data-faults.ts';
import { callFor, percentile } from '../../harness/latencies.ts';
import { memoryOf } from '../../harness/process-figures.ts';
import { routeRun } from '../../harness/route-run.ts';
import { withService } from '../../harness/with-service.ts';
import { judge, type LoadScenario } from './load-scenario.ts';

const SAMPLES = 10;
const IDLE_SECONDS = 10;

/** Mixed work for any time. Whether memory grows from sample to sample is for the reader to judge. */
export const soak: LoadScenario = {
  about: 'mixed work for --minutes, with memory and latency from its start to its end; then the data adds up',
  run: ({ queue, workers, minutes }) =>
    withService({ queue, workers }, async ({ service, db }) => {
      const orders = new OrderSource(1);
      const random = createRandom(1);
      const keyOf = async (slug: string) => {
        const { key } = await addClient(db, slug);
        const caller = new HttpCaller(service.url, { key });
        await caller.post('/api/v1/inventory', demoStock(20_000));
        caller.close();
        return key;
      };
      const mixed = new HttpCaller(service.url, { key: await keyOf('mixed'), sockets: 16 });
      const bystander = new PostCaller(service.url, await keyOf('bystander'));
      /** Order IDs that exist, to be read. */
      const known: string[] = [];
      const kinds = {
        single: () => mixed.post('/api/v1/orders/route', orders.single()),
        batch: () => mixed.post('/api/v1/orders/batch-route', orders.batch(200)),
        run: () => routeRun(mixed, Buffer.from([...orders.lines(5000)].join(''))),
        reroute: async () => {
          const order = orders.single();
          const { external_order_id: id } = JSON.parse(order.toString()) as { external_order_id: string };
          await mixed.post('/api/v1/orders/route', order);
          await mixed.post(`/api/v1/orders/${id}/reroute`, Buffer.from('{}'));
          known.push(id);
          if (known.length > 1000) known.shift();
        },
        read: async () => {
          await mixed.get('/api/v1/runs');
          if (known.length > 0) await mixed.get(`/api/v1/orders/${random.pick(known)}/why`);
        },
        sync: async () => {
          await mixed.post('/api/v1/inventory', demoStock(20_000));
          await pause(5000);
        },
      };
      const total: Record<string, number> = {};
      const workFor = (seconds: number) =>
        Promise.all(
          Object.entries(kinds).map(async ([kind, call]) => {
            total[kind] = (total[kind] ?? 0) + (await callFor(seconds, call)).length;
          }),
        );
      const bystand = (seconds: number) =>
        callFor(seconds, () => bystander.post('/api/v1/orders/route', orders.single()));
      const show = async (name: string, times: readonly number[]) => {
        const parts = [...service.apis, ...service.workers];
        const memory = await Promise.all(parts.map(async ({ pid }) => (await memoryOf(pid)).now.toFixed(0)));
        console.log(
          `  ${name.padEnd(10)} a bystander's single orders p50 ${percentile(times, 0.5).toFixed(1)} ms, ` +
            `p99 ${percentile(times, 0.99).toFixed(1)} ms; API and workers ${memory.join(' / ')} MiB`,
        );
      };
      await bystand(3); // warms up
      await show('idle', await bystand(IDLE_SECONDS));
      const seconds = (minutes * 60) / SAMPLES;
      for (let n = 1; n <= SAMPLES; n++) {
        const [times] = await Promise.all([bystand(seconds), workFor(seconds)]);
        await show(`${n} of ${SAMPLES}`, times);
      }
      console.log(`  calls: ${JSON.stringify(total)}`);
      mixed.close();
      bystander.close();
      const faults = await faultsOfData(db);
      return judge(`the data adds up ${faults.join('; ')}`, faults.length === 0);
    }),
};

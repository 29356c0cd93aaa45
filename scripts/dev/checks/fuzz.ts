import { parseArgs } from 'node:util';
import { withService } from '../harness/service.ts';
import { PASSWORD } from './fuzz/account.ts';
import { Fuzzer } from './fuzz/run-fuzz.ts';

/**
 * Sends requests that the OpenAPI documents of both APIs allow, nearly allow or forbid to a service of its own, one
 * after another on the same data, and prints what is wrong with the answers:
 *
 *   npm run check fuzz -- [--requests 100000] [--seed 1] [--only "POST /api/v1/orders"]
 *
 * Exits with 1 if a fault is found, or a secret in the logs of the service.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
});
const { requests, seed, only } = values;
// The whole log is searched for secrets.
const env = { LOG_LEVEL: 'trace', MAX_EVENT_LOOP_DELAY_MS: '0', TRUST_PROXY: 'loopback' };
await withService({ workers: 1, env }, async (service) => {
  const fuzzer = new Fuzzer(service.url, service.db, console.log);
  const progress = setInterval(() => console.error(`${fuzzer.requests} requests`), 10_000);
  await fuzzer.run({ seed: Number(seed), requests: Number(requests), only });
  clearInterval(progress);
  for (const line of fuzzer.summary()) console.log(line);
  console.log(`npm run check fuzz -- --requests ${requests} --seed ${seed} --only "${only}"`);
  const { lines, secrets } = await service.secretsInLogs([PASSWORD]);
  console.log(`${lines} lines of logs, ${secrets.length} secrets in them`);
  for (const secret of secrets) console.log(`SECRET IN A LOG ${secret}`);
  process.exitCode = fuzzer.faults.size === 0 && secrets.length === 0 ? 0 : 1;
});

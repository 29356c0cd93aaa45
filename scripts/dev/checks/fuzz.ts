import { parseArgs } from 'node:util';
import { ServiceUnderTest } from '../harness/service.ts';
import { OWNERS_PASSWORD } from './fuzz/account.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';
import { FuzzTally } from './fuzz/tally.ts';

/**
 * Sends requests that the OpenAPI documents of both APIs allow, nearly allow or forbid, and raw bytes, to a service of
 * its own, and prints what is wrong with the answers:
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
const operator = { email: 'fuzz@operators.example', password: 'a long enough password' };
const tally = new FuzzTally(console.log);
const progress = setInterval(() => console.error(`${tally.requests} requests`), 10_000);

const service = await ServiceUnderTest.start({
  workers: 1,
  env: {
    LOG_LEVEL: 'trace', // the whole log is searched for secrets
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PASSWORD: operator.password,
    MAX_EVENT_LOOP_DELAY_MS: '0',
    TRUST_PROXY: 'loopback',
  },
});
try {
  const { requests, seed, only } = values;
  await runFuzz(service.url, { seed: Number(seed), requests: Number(requests), only, operator, tally });
  for (const line of tally.summary()) console.log(line);
  console.log(`npm run check fuzz -- --requests ${requests} --seed ${seed} --only "${only}"`);
  const { lines, secrets } = await service.secretsInLogs([operator.password, OWNERS_PASSWORD]);
  console.log(`${lines} lines of logs, ${secrets.length} secrets in them`);
  for (const secret of secrets) console.log(`SECRET IN A LOG ${secret}`);
  process.exitCode = tally.faults.size === 0 && secrets.length === 0 ? 0 : 1;
} finally {
  clearInterval(progress);
  await service.stop();
}

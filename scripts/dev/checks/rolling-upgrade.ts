import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { addClient, demoStock, OrderSource } from '../harness/clients.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { QUEUE_KINDS, type QueueKind, type ServiceProcess } from '../harness/service.ts';
import { type OpenService, withService } from '../harness/with-service.ts';

/**
 * Runs an earlier release and this one on the same database and queue, with an API and a worker of each. Sends orders,
 * batches and runs to both while the processes are restarted one after another, and then ends the old ones. Nothing may be
 * lost or decided twice. It needs git's history and the registry, because it installs the earlier release in a folder:
 *
 *   npm run check rolling-upgrade -- --before COMMIT [--backend redis] [--seconds 4]
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    backend: { type: 'string' },
    seconds: { type: 'string', default: '4' },
  },
});
const PHASE_MS = Number(values.seconds) * 1000;

async function upgrade(backend: QueueKind, { service, db }: OpenService, folder: string): Promise<string[]> {
  const old = { root: folder };
  const apis: ServiceProcess[] = [await service.startApi(old)]; // it migrates the database
  let oldWorker = await service.startWorker(old);
  const { key } = await addClient(db, 'upgraded');
  const traffic = new Traffic(apis, key);
  await traffic.send('/api/v1/inventory', demoStock(50_000));
  const sending = traffic.start();

  const step = async (what: string, change: () => Promise<void>) => {
    await pause(PHASE_MS);
    await change();
    console.log(
      `${backend}: ${what}; ${traffic.accepted.size} orders and ${traffic.runs.length} runs accepted`,
    );
  };
  /** Starts the new API before it ends the old one, so that one always serves. */
  const replaceApi = async (at: number, start: { readonly root?: string }) => {
    const next = await service.startApi(start);
    const [last] = apis.splice(at, 1, next);
    await last!.stop();
  };
  let newWorker!: ServiceProcess;
  await step('new API started', async () => void apis.push(await service.startApi()));
  await step('new worker started', async () => {
    newWorker = await service.startWorker();
  });
  await step('old worker restarted', async () => {
    await oldWorker.stop();
    oldWorker = await service.startWorker(old);
  });
  await step('old API restarted', () => replaceApi(0, old));
  await step('new worker restarted', async () => {
    await newWorker.stop();
    newWorker = await service.startWorker();
  });
  await step('new API restarted', () => replaceApi(1, {}));
  await step('old worker ended', () => oldWorker.stop());
  await step('old API ended', async () => void (await apis.shift()!.stop()));
  await pause(PHASE_MS);
  traffic.end();
  await sending;
  await traffic.untilRunsAreDone();

  const found = await faultsOfData(db);
  const { rows } = await db.pool.query<{ order_id: string; n: number }>(
    'SELECT order_id, count(d.id) AS n FROM orders o LEFT JOIN decisions d USING (id) GROUP BY 1',
  );
  const decisions = new Map(rows.map(({ order_id, n }) => [order_id, n]));
  const lost = [...traffic.accepted].filter((id) => (decisions.get(id) ?? 0) === 0);
  const twice = rows.filter(({ n }) => n > 1);
  const unknown = rows.filter(({ order_id }) => !traffic.accepted.has(order_id));
  if (lost.length > 0) found.push(`${lost.length} orders lost, such as ${lost[0]}`);
  if (twice.length > 0) found.push(`${twice.length} orders decided twice, such as ${twice[0]!.order_id}`);
  if (unknown.length > 0) found.push(`${unknown.length} orders that no caller knows of`);
  return found;
}

/** Callers that send to the APIs alternately, each request again with its Idempotency-Key until it is answered. */
class Traffic {
  /** Order IDs whose request was answered with success. */
  readonly accepted = new Set<string>();
  readonly runs: number[] = [];
  readonly #apis: readonly ServiceProcess[];
  readonly #key: string;
  readonly #orders = new OrderSource(1);
  #sent = 0;
  #ended = false;

  constructor(apis: readonly ServiceProcess[], key: string) {
    this.#apis = apis;
    this.#key = key;
  }

  /** Sends until `end` is called. */
  async start(): Promise<void> {
    const again = async (call: () => Promise<void>) => {
      while (!this.#ended) await call();
    };
    await Promise.all([
      ...Array.from({ length: 3 }, () => again(() => this.#route('/api/v1/orders/route', 1))),
      again(() => this.#route('/api/v1/orders/batch-route', 100)),
      again(async () => {
        await this.#route('/api/v1/runs', 3000);
        await pause(PHASE_MS / 4);
      }),
    ]);
  }

  end(): void {
    this.#ended = true;
  }

  async untilRunsAreDone(): Promise<void> {
    for (const id of this.runs) {
      for (let status = ''; status !== 'completed'; ) {
        ({ status } = JSON.parse(await this.send(`/api/v1/runs/${id}`)) as { status: string });
        if (status === 'failed') throw new Error(`Run ${id} failed.`);
        if (status !== 'completed') await pause(100);
      }
    }
  }

  /** Sends a request until it is answered. Without a body it is a GET. */
  async send(path: string, body?: string | Buffer, type = 'application/json'): Promise<string> {
    const sent = this.#sent++;
    const init = {
      headers: {
        authorization: `Bearer ${this.#key}`,
        'content-type': type,
        'idempotency-key': `sent-${sent}`,
      },
      ...(body !== undefined && { method: 'POST', body }),
    };
    for (let tries = 0; ; tries++) {
      const { url } = this.#apis[(sent + tries) % this.#apis.length]!;
      try {
        const answer = await fetch(`${url}${path}`, init as RequestInit);
        const text = await answer.text();
        if (answer.ok) return text;
        if (answer.status < 500) throw new TypeError(`${path}: ${answer.status} ${text}`);
      } catch (error) {
        // If the connection broke, nobody knows whether the request took effect. It is sent again, to another API.
        if (error instanceof TypeError && error.message.startsWith('/')) throw error;
      }
      await pause(50);
    }
  }

  async #route(path: string, count: number): Promise<void> {
    const orders = [...this.#orders.take(count)];
    const isRun = path === '/api/v1/runs';
    const body = isRun ? orders.join('\n') : count === 1 ? orders[0]! : `{"orders":[${orders.join()}]}`;
    const answer = await this.send(path, body, isRun ? 'application/x-ndjson' : 'application/json');
    for (const order of orders) {
      this.accepted.add((JSON.parse(order) as { external_order_id: string }).external_order_id);
    }
    if (isRun) this.runs.push((JSON.parse(answer) as { routing_run_id: number }).routing_run_id);
  }
}

function run(cwd: string, command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`);
}

async function main(before: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-before-'));
  let faults = 0;
  try {
    run(projectRoot, 'git', 'clone', '--quiet', '--no-checkout', projectRoot, folder);
    run(folder, 'git', 'checkout', '--quiet', '--detach', before);
    const bootstrap = `import('./scripts/bootstrap.mjs').then((m) => m.bootstrap({ console: false }))`;
    run(folder, process.execPath, '--eval', bootstrap);
    for (const backend of QUEUE_KINDS.filter((each) => each === (values.backend ?? each))) {
      const found = await withService({ queue: backend, apis: 0 }, (open) => upgrade(backend, open, folder));
      console.log(
        `${backend}: ${found.length === 0 ? 'nothing lost, nothing twice' : `FAULTS: ${found.join('; ')}`}`,
      );
      faults += found.length;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.exitCode = faults === 0 ? 0 : 1;
}

if (values.before === undefined) throw new Error('Say which release came before: --before COMMIT');
await main(values.before);

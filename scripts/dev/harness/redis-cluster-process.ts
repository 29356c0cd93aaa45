import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../../shared/foundation/free-port.ts';

/** A Redis Cluster of three nodes on this machine. */
export interface RedisCluster {
  /** A value for REDIS_URL. */
  readonly url: string;
  /** A client of each node alone. */
  readonly nodes: readonly Redis[];
  stop(): Promise<void>;
}

const LAST_SLOT = 16_383;
const NODES = 3;
const HOST = '127.0.0.1';

/** From Redis 7 on, because a node needs a free port for the other nodes too. */
export const hasRedisCluster = /v=([7-9]|\d\d)/.test(
  spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);

/** Starts three nodes, each with a third of the slots. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-redis-cluster-'));
  const started = await Promise.all(Array.from({ length: NODES }, (_, n) => startNode(folder, n)));
  const nodes = started.map(({ node }) => node);
  const share = (LAST_SLOT + 1) / NODES;
  for (const [n, { node }] of started.entries()) {
    await node.cluster('ADDSLOTSRANGE', Math.ceil(n * share), Math.ceil((n + 1) * share) - 1);
    const { port, busPort } = started[0]!;
    if (n > 0) await node.call('CLUSTER', 'MEET', HOST, port, busPort);
  }
  for (const node of nodes) {
    while (!(await knowsAll(node))) await pause(50);
  }
  return {
    url: `redis://${HOST}:${started[0]!.port}?cluster=true`,
    nodes,
    async stop() {
      for (const node of nodes) node.disconnect();
      await Promise.all(started.map((each) => each.stop()));
      await rm(folder, { recursive: true });
    },
  };
}

async function startNode(folder: string, n: number) {
  const [port, busPort] = [await freePort(), await freePort()];
  const settings = ['--bind', HOST, '--save', '', '--appendonly', 'no', '--dir', folder];
  const inCluster = ['--cluster-enabled', 'yes', '--cluster-config-file', `node-${n}.conf`];
  const ports = ['--port', String(port), '--cluster-port', String(busPort)];
  const child = spawn('redis-server', [...ports, ...settings, ...inCluster], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  const node = new Redis(port, HOST, { enableReadyCheck: false, maxRetriesPerRequest: null });
  node.on('error', () => undefined); // until it listens
  await node.ping();
  return {
    port,
    busPort,
    node,
    async stop() {
      child.kill();
      await gone;
    },
  };
}

/** Whether a node knows who has each slot, and that all of them are there. */
async function knowsAll(node: Redis): Promise<boolean> {
  const info = await node.cluster('INFO');
  return info.includes('cluster_state:ok') && info.includes(`cluster_size:${NODES}`);
}

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../shared/foundation/free-port.ts';
import { RedisServer } from './redis-server.ts';

const SLOTS = 16_384;
const NODES = 3;

/** From Redis 7 on, because a node needs a free port for the other nodes too. */
export const hasRedisCluster = /v=([7-9]|\d\d)/.test(
  spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);

/** Starts three nodes, each with a third of the slots, all of which know who has each slot. `url`: for REDIS_URL. */
export async function startRedisCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-redis-cluster-'));
  const busPorts: string[] = [];
  const nodes: RedisServer[] = [];
  for (let n = 0; n < NODES; n++) {
    busPorts.push(String(await freePort()));
    const options = ['--cluster-enabled', 'yes', '--cluster-port', busPorts[n]!, '--dir', folder];
    const node = await RedisServer.start([...options, '--cluster-config-file', `node-${n}.conf`]);
    const [first, end] = [n, n + 1].map((place) => Math.ceil((place * SLOTS) / NODES));
    await node.command('CLUSTER', 'ADDSLOTSRANGE', String(first), String(end! - 1));
    nodes.push(node);
    if (n > 0) await node.command('CLUSTER', 'MEET', '127.0.0.1', String(nodes[0]!.port), busPorts[0]!);
  }
  for (const node of nodes) {
    const info = () => node.command('CLUSTER', 'INFO');
    while (!/cluster_state:ok[\s\S]*cluster_size:3/.test(await info())) await pause(50);
  }
  return {
    url: `${nodes[0]!.url}?cluster=true`,
    nodes,
    async stop() {
      await Promise.all(nodes.map((node) => node.end()));
      await rm(folder, { recursive: true });
    },
  };
}

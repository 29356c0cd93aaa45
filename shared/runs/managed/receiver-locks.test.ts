import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/database.ts';
import { ReceiverLocks } from './receiver-locks.ts';

/** A server that takes connections and never answers. */
const silent = createServer({ allowHalfOpen: true }, (socket) => sockets.push(socket));
let sockets: Socket[];
let locks: ReceiverLocks;

beforeEach(async () => {
  sockets = [];
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const directUrl = `postgresql://u@127.0.0.1:${(silent.address() as AddressInfo).port}/d`;
  locks = new ReceiverLocks({ directUrl } as Database, 200);
});
afterEach(async () => {
  await locks.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it('receivers wait together for a server that is silent, not one after another', async () => {
  const first = locks.takeRunId();
  await once(silent, 'connection');
  const others = Array.from({ length: 20 }, () => locks.takeRunId());
  const outcomes = await Promise.allSettled([first, ...others]);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  // Their time ends as that of the connection does, so one of them may still begin another connection.
  expect(sockets.length).toBeLessThanOrEqual(2);
});

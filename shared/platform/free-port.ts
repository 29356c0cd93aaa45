import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * A TCP port of 127.0.0.1 that was free a moment ago: `port`, or any. Throws when `port` is taken. Who takes it
 * must be ready to find it taken.
 */
export async function freePort(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return address.port;
}

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * A TCP port of 127.0.0.1 that was free a moment ago: `port`, or any port. Throws if `port` is taken. Another program
 * may take the port before the caller does.
 */
export async function freePort(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return address.port;
}

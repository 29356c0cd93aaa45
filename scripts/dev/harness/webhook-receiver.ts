import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Received {
  readonly path: string;
  readonly body: string;
  /** When it was received whole, in milliseconds since 1970. */
  readonly at: number;
}

export type WebhookReceiver = Awaited<ReturnType<typeof openWebhookReceiver>>;

/** A server that webhooks are sent to. What is sent to a path that begins with /hangs is never answered. */
export async function openWebhookReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '' } = request;
    const body = await text(request);
    received.push({ path, body, at: Date.now() });
    if (!path.startsWith('/hangs')) response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

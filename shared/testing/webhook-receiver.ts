import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an endpoint of a test was sent. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The status that is answered; null: none is, ever. */
type Answering = (received: Received) => number | null;

/** A server that webhooks are sent to. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** Replaces what it answers: 204. */
  answerBy(answering: Answering): void;
  close(): Promise<void>;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let answering: Answering = () => 204;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '', headers } = request;
    const each = { path, headers, body: Buffer.concat(chunks).toString() };
    received.push(each);
    const status = answering(each);
    if (status !== null)
      response.writeHead(status, { location: '/elsewhere' }).end(status === 204 ? '' : 'said');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerBy(next) {
      answering = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

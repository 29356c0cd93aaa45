import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenHere } from './local-server.ts';

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
    const { url: path = '', headers } = request;
    const each = { path, headers, body: await text(request) };
    received.push(each);
    const status = answering(each);
    if (status !== null)
      response.writeHead(status, { location: '/elsewhere' }).end(status === 204 ? '' : 'said');
  });
  return {
    ...(await listenHere(server)),
    received,
    answerBy(next) {
      answering = next;
    },
  };
}

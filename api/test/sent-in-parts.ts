import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SharedApi } from './api.ts';

const ignore = () => {};

/** Begins a request with a key to an application that listens, of whose body nothing is sent yet. */
export function begin(
  { app }: Pick<SharedApi, 'app'>,
  key: string,
  path: string,
  headers: Record<string, string | number> = {},
): ClientRequest {
  const { port } = app.server.address() as AddressInfo;
  const begun = request({
    ...{ port, host: '127.0.0.1', path, method: 'POST' },
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  });
  begun.on('error', ignore); // heard by whoever waits for its answer
  // A connection may break once its request is answered, or while nobody uses it.
  begun.once('socket', (socket) => {
    if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore);
  });
  begun.flushHeaders();
  return begun;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: { readonly detail: string; readonly code: string };
}

/** The answer to a request, which may come before the end of its body. */
export async function answerTo(begun: ClientRequest): Promise<Answer> {
  const [answer] = (await once(begun, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, body: JSON.parse(await text(answer)) };
}

import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenHere } from './local-server.ts';

/** A span as OTLP/JSON has it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface ReceivedTraces {
  readonly resourceSpans: { readonly scopeSpans: { readonly spans: ReceivedSpan[] }[] }[];
}

/** A server that receives traces as OTLP/HTTP. */
export interface SpanReceiver {
  readonly endpoint: string;
  /** The requests so far. */
  readonly requests: readonly { readonly path: string; readonly spans: readonly ReceivedSpan[] }[];
  spans(): ReceivedSpan[];
  close(): Promise<void>;
}

export async function receiveSpans(): Promise<SpanReceiver> {
  const requests: { path: string; spans: ReceivedSpan[] }[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as ReceivedTraces;
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    requests.push({ path: request.url!, spans });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const { url, close } = await listenHere(server);
  return { endpoint: url, requests, spans: () => requests.flatMap(({ spans }) => spans), close };
}

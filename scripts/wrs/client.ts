import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createRoutingClient, type RoutingClient } from '../../shared/client/client.ts';
import { Refused, Unreachable } from './failures.ts';

/** The customer API with one API key. Every call throws Refused or Unreachable if it does not succeed. */
export interface ServiceClient {
  /** Every endpoint that answers JSON, typed by the service's OpenAPI document. */
  readonly api: RoutingClient;
  /** The body of an answer as a stream. */
  stream(path: string, accept: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Sends a body of any size as it is read. A refusal is noticed before all of it is sent. */
  upload<T>(path: string, headers: Readonly<Record<string, string>>, body: Readable): Promise<T>;
}

/** A client of the service at `url`. */
export function openServiceClient(url: string, key: string): ServiceClient {
  const authorization = `Bearer ${key}`;
  const api = createRoutingClient(url, key);
  api.use({
    async onResponse({ response }) {
      if (!response.ok) throw refusal(response.status, await response.text());
    },
    onError: ({ error }) => unreachable(url, error as Error),
  });
  return {
    api,
    async stream(path, accept, signal) {
      const headers = { authorization, accept };
      const response = await fetch(new URL(path, url), { headers, ...(signal && { signal }) }).catch(
        (error: Error) => {
          throw unreachable(url, error);
        },
      );
      if (!response.ok) throw refusal(response.status, await response.text());
      return response.body ?? new ReadableStream({ start: (controller) => controller.close() });
    },
    async upload<T>(path: string, headers: Readonly<Record<string, string>>, body: Readable): Promise<T> {
      const answer = await send(new URL(path, url), { ...headers, authorization }, body);
      if (answer.status >= 400) throw refusal(answer.status, answer.text);
      return JSON.parse(answer.text) as T;
    },
  };
}

/** The data of a call by `api`. The call has thrown if it was refused. */
export async function dataOf<T>(call: Promise<{ data?: T | undefined }>): Promise<NonNullable<T>> {
  const { data } = await call;
  if (data === undefined || data === null) throw new Unreachable('The service sent an empty response.');
  return data;
}

/** Not by fetch, which fails if an answer comes before the whole body is sent. */
function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Readable,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers,
    });
    let answered = false;
    request.on('response', (response) => {
      answered = true;
      textOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, text }),
        (error: Error) => reject(unreachable(url.origin, error)),
      );
    });
    const failed = (error: Error & { code?: string }) => {
      if (answered) return;
      reject(error.code === 'ENOENT' || error.code === 'EACCES' ? error : unreachable(url.origin, error));
    };
    request.on('error', failed);
    pipeline(body, request).catch(failed);
  });
}

function refusal(status: number, body: string): Error {
  const { detail = body.slice(0, 500), errors = [] } = parsed(body);
  if (status === 503) return new Unreachable(detail);
  return new Refused(status, detail || `The service answered ${status}.`, errors);
}

function parsed(body: string): { detail?: string; errors?: Refused['errors'] } {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}

function unreachable(url: string, error: Error & { code?: string; cause?: unknown }): Unreachable {
  const { code, message } = (error.cause ?? error) as { code?: string; message?: string };
  return new Unreachable(`Cannot reach the service at ${url}: ${code ?? message ?? error.message}`);
}

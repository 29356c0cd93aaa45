import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Refused, Unreachable } from './failures.ts';

/** The customer API in the name of one API key. Every method throws Refused or Unreachable. */
export interface Client {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  /** The body of an answer as it comes in. */
  stream(path: string, accept: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Sends a body of any size as it is read. A refusal is heard also before all of it is sent. */
  upload<T>(path: string, headers: Readonly<Record<string, string>>, body: Readable): Promise<T>;
}

/** Speaks to the service at `url`. */
export function createClient(url: string, key: string): Client {
  const authorization = `Bearer ${key}`;

  async function call(path: string, init: RequestInit): Promise<Response> {
    const headers = { authorization, ...init.headers };
    const response = await fetch(new URL(path, url), { ...init, headers }).catch((error: Error) => {
      throw unreachable(url, error);
    });
    if (!response.ok) throw refusal(response.status, await response.text());
    return response;
  }

  async function json<T>(path: string, init: RequestInit): Promise<T> {
    const response = await call(path, init);
    try {
      return (await response.json()) as T;
    } catch (error) {
      throw unreachable(url, error as Error);
    }
  }

  return {
    get: (path) => json(path, {}),
    post: (path, body) =>
      json(path, {
        method: 'POST',
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      }),
    async stream(path, accept, signal) {
      const response = await call(path, { headers: { accept }, ...(signal && { signal }) });
      return response.body ?? new ReadableStream({ start: (controller) => controller.close() });
    },
    async upload<T>(path: string, headers: Readonly<Record<string, string>>, body: Readable): Promise<T> {
      const answer = await send(new URL(path, url), { ...headers, authorization }, body);
      if (answer.status >= 400) throw refusal(answer.status, answer.text);
      return JSON.parse(answer.text) as T;
    },
  };
}

/** Not by fetch: that fails where an answer comes before the whole body is sent. */
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

import { CarrierFailure } from './carrier-adapter.ts';

/** A thousand lanes in the JSON protocol take 0.1 MB. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** Statuses for a fault of the request's content. Others are about the access, the address or the carrier itself. */
const CONTENT_STATUSES = new Set([400, 413, 422]);

interface CarrierCall {
  readonly url: string;
  /** null: the header is not sent. */
  readonly authorization: string | null;
  readonly body: object;
}

/**
 * Posts JSON and returns the parsed JSON of the answer. Throws CarrierFailure for any other answer, and what `fetch`
 * throws if `signal` aborts. Redirects are not followed, because only the account file may say where credentials are
 * sent.
 */
export async function callCarrier(
  { url, authorization, body }: CarrierCall,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await reached(signal, () =>
    fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(authorization !== null && { authorization }),
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    }),
  );
  if (!response.ok) {
    await reached(signal, async () => response.body?.cancel());
    throw statusFailure(response);
  }
  return parseAnswer(await reached(signal, () => readAnswer(response)));
}

/** Runs a part of the call. Of a network failure it shows only the code, because the message may quote the request. */
async function reached<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted || error instanceof CarrierFailure) throw error;
    const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new CarrierFailure(`cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`, {
      retryable: true,
    });
  }
}

async function readAnswer(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new CarrierFailure('answered more than can be read');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CarrierFailure('answered with what is no JSON', { retryable: true });
  }
}

function statusFailure({ status, headers }: Response): CarrierFailure {
  const isRedirect = status >= 300 && status < 400;
  return new CarrierFailure(`answered ${status}${isRedirect ? ', a redirect, which is not followed' : ''}`, {
    retryable: RETRYABLE_STATUSES.has(status),
    outage: !CONTENT_STATUSES.has(status),
    retry_after_ms: retryAfter(headers.get('retry-after'), Date.now()),
  });
}

/**
 * The milliseconds of Retry-After, which has seconds or a date (RFC 9110, section 10.2.3); undefined: there is none.
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

import type { IncomingMessage } from 'node:http';
import { callGuarded, type Reach } from '../../foundation/guarded-call.ts';

/** What an endpoint answered, or why it could not be asked. */
export type Answer =
  | { readonly status: number; readonly body: string; readonly error: null }
  | { readonly status: null; readonly body: null; readonly error: string };

/** What is kept of an answer. */
const MAX_ANSWER_BYTES = 4096;

/** Posts JSON to an endpoint. */
export async function callEndpoint(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  reach: Reach,
): Promise<Answer> {
  try {
    return await callGuarded(url, { method: 'POST', headers, body }, reach, async (answer) => ({
      status: answer.statusCode!,
      body: await beginningOf(answer),
      error: null,
    }));
  } catch (error) {
    return { status: null, body: null, error: (error as Error).message };
  }
}

/** The status decides, also of an answer that breaks off. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_ANSWER_BYTES) break;
    }
  } catch {}
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8').replaceAll('\0', '');
}

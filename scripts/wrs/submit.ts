import type { RunView } from '../../shared/contracts/run.ts';
import type { Client } from './client.ts';
import type { Display } from './display.ts';
import { type FileOptions, sendFile } from './send-file.ts';

export interface SubmitOptions extends FileOptions {
  readonly onInvalid?: 'reject' | 'skip';
  readonly idempotencyKey?: string;
}

/** Sends a file of orders as a managed run; `-` is the standard input. Memory does not grow with the file. */
export function submitFile(
  client: Client,
  path: string,
  options: SubmitOptions,
  display: Display,
): Promise<RunView> {
  const query = options.onInvalid === undefined ? '' : `?on_invalid=${options.onInvalid}`;
  const headers = options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey };
  return sendFile<RunView>(client, `/api/v1/runs${query}`, path, options, display, headers);
}

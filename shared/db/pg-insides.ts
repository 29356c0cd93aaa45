import type { Socket } from 'node:net';
import type pg from 'pg';
import { isUnanswered } from '../errors/pg-messages.ts';

/** Members of a client that pg does not declare. Only this file knows where pg has them. */
export interface Insides {
  /** Process id of the connection's server process; null before it is connected. */
  readonly processID: number | null;
  readonly connection: { readonly stream: Socket };
  /** Whether a query is sent before the queries ahead of it are answered. */
  pipeline: boolean;
  /** Ends the connection. The type of a pool's client does not have it. */
  end: (...given: unknown[]) => unknown;
}

/** The undeclared members of a client. Throws Error if this version of pg does not have them. */
export function insidesOf(client: pg.ClientBase): Insides {
  const insides = client as unknown as Partial<Insides>;
  if (
    typeof insides.connection?.stream?.cork !== 'function' ||
    typeof insides.pipeline !== 'boolean' ||
    insides.processID === undefined
  ) {
    throw new Error(
      'This version of pg keeps the stream, the pipeline or the process of a client elsewhere.',
    );
  }
  return insides as Insides;
}

/** Calls `act` when any statement has no answer within its `query_timeout`. */
export function onUnanswered(client: pg.ClientBase, act: () => void): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const look = (error: unknown) => {
    if (isUnanswered(error)) act();
  };
  client.query = ((...args: unknown[]) => {
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      return send(...args.slice(0, -1), (error: unknown, result: unknown) => {
        look(error);
        callback(error, result);
      });
    }
    const answer = send(...args);
    if (answer instanceof Promise) answer.catch(look);
    return answer;
  }) as typeof client.query;
}

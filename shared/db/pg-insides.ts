import type { Socket } from 'node:net';
import type pg from 'pg';
import { isUnanswered } from '../foundation/errors/pg-messages.ts';

/** Members of a client that the pinned version of pg has (pinned-packages.ts) but does not declare. */
export interface Insides {
  /** Process id of the connection's server process; null before it is connected. */
  readonly processID: number | null;
  readonly connection: { readonly stream: Socket };
  /** Whether a query is sent before the queries ahead of it are answered. */
  pipeline: boolean;
  /** Ends the connection. The type of a pool's client does not have it. */
  end: (...given: unknown[]) => unknown;
}

export function insidesOf(client: pg.ClientBase): Insides {
  return client as unknown as Insides;
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

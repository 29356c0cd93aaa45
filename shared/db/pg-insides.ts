import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { isUnanswered } from '../foundation/errors/pg-messages.ts';

/** Members of a client that the pinned version of pg has (pinned-packages.ts) but does not declare. */
export interface Insides {
  /** Process id of the connection's server process; null before it is connected. */
  readonly processID: number | null;
  /** Its event `errorMessage` is a failure that the server answers to a statement. */
  readonly connection: EventEmitter & { readonly stream: Socket };
  /** Whether a query is sent before the queries ahead of it are answered. */
  pipeline: boolean;
  /** Ends the connection. The type of a pool's client does not have it. */
  end: (...given: unknown[]) => unknown;
}

export function insidesOf(client: pg.ClientBase): Insides {
  return client as unknown as Insides;
}

/** The first failure that the server answers on a connection until `end`, of any statement; null: none. */
export function watchFailures(client: pg.ClientBase): { readonly first: unknown; end(): void } {
  const { connection } = insidesOf(client);
  let first: unknown = null;
  const look = (failure: unknown) => {
    first ??= failure;
  };
  connection.on('errorMessage', look);
  return {
    get first() {
      return first;
    },
    end: () => connection.off('errorMessage', look),
  };
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

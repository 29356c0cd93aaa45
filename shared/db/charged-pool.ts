import pg from 'pg';
import { currentUser, loopWorksFor, type User } from '../foundation/uses.ts';
import { insidesOf } from './pg-insides.ts';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool that charges those for whom it is used, if anybody is: for the time of a connection, and for what the event loop does
 * with the database's answers.
 */
export class ChargedPool extends pg.Pool {
  readonly #heldBy = new WeakMap<pg.PoolClient, { readonly user: User; readonly since: number }>();

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => {
      const work = () => {
        const held = this.#heldBy.get(client);
        if (held !== undefined) loopWorksFor(held.user);
      };
      // Before pg reads them.
      insidesOf(client).connection.stream.prependListener('data', work);
    });
    this.on('release', (_error, client) => {
      const held = this.#heldBy.get(client);
      if (held === undefined) return;
      this.#heldBy.delete(client);
      held.user.used((performance.now() - held.since) / this.options.max);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const user = currentUser();
    if (user === undefined) return connected === undefined ? super.connect() : void super.connect(connected);
    const hold = (client: pg.PoolClient) => this.#heldBy.set(client, { user, since: performance.now() });
    if (connected === undefined)
      return super.connect().then((client) => {
        hold(client);
        return client;
      });
    super.connect((error, client, done) => {
      if (client !== undefined) hold(client);
      connected(error, client, done);
    });
    return undefined;
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Charges } from '../../shared/foundation/charges.ts';
import { type Leave, Places } from '../../shared/foundation/places.ts';
import { loopWorksFor, type User, workFor } from '../../shared/foundation/uses.ts';
import { networkOf } from '../../shared/identity/sign-in.ts';
import { callerSignal } from '../caller-signal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly admission: Admission;
  }
}

/** Operations that the event loop works on: while one is there that used much less, a client has a quarter of them. */
const PLACES = 8;
/** Requests of a client that wait for their turn. */
const WAITING = 1000;
/** All callers without a key or session together, and all operators. No client has these ids. */
const STRANGERS = 0;
const OPERATORS = -1;

/**
 * The one way in for all operations. Each is charged to its client what it takes of this process: time of the event loop, of a
 * thread, of a connection to the database. While a client is there that used much less, one has two operations under way at
 * most: its others wait, and the client that was charged least begins next. Callers without a key are one client, and among
 * them each network is one.
 */
class Admission {
  readonly charges: Charges<number | null>;
  readonly #ofNetworks = new Charges<string>();
  readonly #operations: Places<number | null>;
  readonly #ofStrangers: Places<string>;

  constructor(charges: Charges<number | null>) {
    this.charges = charges;
    this.#operations = new Places({ charges, partOf: PLACES, waitingOfOwner: WAITING });
    this.#ofStrangers = new Places({ charges: this.#ofNetworks, partOf: PLACES, waitingOfOwner: WAITING });
  }

  /** Whether the caller of a request used more than its share, if anybody did. */
  isOver(request: FastifyRequest): boolean {
    const owner = ownerOf(request);
    if (!this.charges.isOver(owner)) return false;
    return owner !== STRANGERS || this.#ofNetworks.isOver(networkOf(request.ip));
  }

  /** Does an operation when its turn comes. Throws as `enter`, and what the operation throws. */
  async admit<T>(request: FastifyRequest, reply: FastifyReply, operation: () => Promise<T>): Promise<T> {
    const user = await this.enter(request, reply);
    try {
      return await workFor(user, () => {
        loopWorksFor(user);
        return operation();
      });
    } finally {
      user.leave();
    }
  }

  /** Waits for the turn of a request. Throws AppError overloaded if too many of its client wait. */
  async enter(request: FastifyRequest, reply: FastifyReply): Promise<User & { leave(): void }> {
    const owner = ownerOf(request);
    const network = owner === STRANGERS ? networkOf(request.ip) : null;
    // A body that comes in as a stream has a place of its own, for as long as its caller takes.
    const isPlaced = !request.routeOptions.config.streamsBody;
    const places: { take(): Promise<Leave>; enter(): Leave }[] = [];
    if (isPlaced && network !== null) places.push(placeOf(this.#ofStrangers, network, reply));
    if (isPlaced) places.push(placeOf(this.#operations, owner, reply));
    let leaves: Leave[] = [];
    const leaveAll = () => {
      for (const leave of leaves.splice(0)) leave();
    };
    try {
      for (const place of places) leaves.push(await place.take());
    } catch (error) {
      leaveAll();
      throw error;
    }
    let isEnded = false;
    let absences = 0;
    const user = {
      used: (ms: number) => {
        this.charges.add(owner, ms);
        if (network !== null) this.#ofNetworks.add(network, ms);
      },
      away: async <T>(wait: () => Promise<T>) => {
        absences += 1;
        leaveAll();
        try {
          return await wait();
        } finally {
          absences -= 1;
          loopWorksFor(user);
          if (!isEnded && absences === 0) leaves = places.map((place) => place.enter());
        }
      },
      leave: () => {
        isEnded = true;
        leaveAll();
      },
    };
    return user;
  }
}

function placeOf<Owner>(places: Places<Owner>, owner: Owner, reply: FastifyReply) {
  return {
    take: async () => places.tryTake(owner) ?? (await places.take(owner, callerSignal(reply))),
    enter: () => places.enter(owner),
  };
}

function ownerOf({ clientId, caller }: FastifyRequest): number {
  return clientId ?? (caller ? OPERATORS : STRANGERS);
}

/** All operations of both APIs pass here (routes/operation.ts). */
export default fp<{ readonly charges: Charges<number | null> }>(
  async (app, { charges }) => {
    app.decorate('admission', new Admission(charges));
    app.addHook('onRequest', (_request, _reply, done) => {
      loopWorksFor(null);
      done();
    });
  },
  { name: 'admission' },
);

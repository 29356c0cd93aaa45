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

/** Requests of a client that wait for their turn. */
const WAITING = 1000;
/** All callers without a key or session together, and all operators. No client has these ids. */
const STRANGERS = 0;
const OPERATORS = -1;

/**
 * The one way in for all operations. Each is charged to its client what it takes of this process: time of the event loop, of a
 * thread, of a connection to the database. While another client is there, one that is over its share has few operations under
 * way: the others wait, and the client that was charged least begins next. Callers without a key are one client, and among
 * them each network is one.
 */
class Admission {
  readonly charges: Charges<number | null>;
  readonly #ofNetworks = new Charges<string>();
  readonly #operations: Places<number | null>;
  readonly #ofStrangers: Places<string>;

  /** `partOf`: a client that is over its share has a quarter of so many operations under way. */
  constructor(charges: Charges<number | null>, partOf: number) {
    this.charges = charges;
    this.#operations = new Places({ charges, partOf, waitingOfOwner: WAITING });
    this.#ofStrangers = new Places({ charges: this.#ofNetworks, partOf, waitingOfOwner: WAITING });
  }

  /** Whether the caller of a request used more than its share, if anybody did. */
  isOver(request: FastifyRequest): boolean {
    const owner = ownerOf(request);
    if (!this.charges.isOver(owner)) return false;
    return owner !== STRANGERS || this.#ofNetworks.isOver(networkOf(request.ip));
  }

  /** Does an operation when its turn comes. Throws AppError overloaded if too many of its client wait, and what it throws. */
  async admit<T>(request: FastifyRequest, reply: FastifyReply, operation: () => Promise<T>): Promise<T> {
    const owner = ownerOf(request);
    const network = owner === STRANGERS ? networkOf(request.ip) : null;
    // A body that comes in as a stream has a place of its own, for as long as its caller takes.
    const isPlaced = !request.routeOptions.config.streamsBody;
    let leaveNetwork: Leave | null = null;
    let leave: Leave | null = null;
    if (isPlaced) {
      if (network !== null)
        leaveNetwork =
          this.#ofStrangers.tryTake(network) ?? (await this.#ofStrangers.take(network, callerSignal(reply)));
      try {
        leave = this.#operations.tryTake(owner) ?? (await this.#operations.take(owner, callerSignal(reply)));
      } catch (error) {
        leaveNetwork?.();
        throw error;
      }
    }
    let isEnded = !isPlaced;
    let absences = 0;
    const user: User = {
      used: (ms) => {
        this.charges.add(owner, ms);
        if (network !== null) this.#ofNetworks.add(network, ms);
      },
      away: async (wait) => {
        absences += 1;
        leave?.();
        try {
          return await wait();
        } finally {
          absences -= 1;
          loopWorksFor(user);
          if (!isEnded && absences === 0) leave = this.#operations.enter(owner);
        }
      },
    };
    try {
      return await workFor(user, () => {
        loopWorksFor(user);
        return operation();
      });
    } finally {
      isEnded = true;
      leave?.();
      leaveNetwork?.();
    }
  }
}

function ownerOf({ clientId, caller }: FastifyRequest): number {
  return clientId ?? (caller ? OPERATORS : STRANGERS);
}

/** All operations of both APIs pass here (routes/operation.ts). */
export default fp<{ readonly charges: Charges<number | null>; readonly partOf: number }>(
  async (app, { charges, partOf }) => {
    app.decorate('admission', new Admission(charges, partOf));
    app.addHook('onRequest', (_request, _reply, done) => {
      loopWorksFor(null);
      done();
    });
  },
  { name: 'admission' },
);

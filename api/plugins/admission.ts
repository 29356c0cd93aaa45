import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Charges } from '../../shared/foundation/charges.ts';
import { type Leave, Seats } from '../../shared/foundation/seats.ts';
import { loopWorksFor, type User, workFor } from '../../shared/foundation/uses.ts';
import { networkOf } from '../../shared/identity/sign-in.ts';
import { callerSignal } from '../caller-signal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly admission: Admission;
  }
  interface FastifyRequest {
    user: Caller;
  }
}

/** Operations that the event loop works on: while one is there that used much less, a client has a quarter of them. */
const SEATS = 8;
/** Requests of a client that wait for their turn. */
const WAITING = 1000;
/** All callers without a key or session together, and all operators. No client has these ids. */
const STRANGERS = 0;
const OPERATORS = -1;

/**
 * The one way in for all operations. Each is charged to its client what it takes of this process: time of the event loop, of a
 * thread, of a connection to the database, bytes of its body; also one that is refused. While a client is there that used much
 * less, one has two operations under way at most: its others wait, and the client that was charged least begins next. Callers
 * without a key are one client, and among them each network is one.
 */
class Admission {
  readonly charges: Charges<number | null>;
  readonly #ofNetworks = new Charges<string>();
  readonly #operations: Seats<number | null>;
  readonly #ofStrangers: Seats<string>;

  constructor(charges: Charges<number | null>) {
    this.charges = charges;
    this.#operations = new Seats({ charges, partOf: SEATS, waitingOfOwner: WAITING });
    this.#ofStrangers = new Seats({ charges: this.#ofNetworks, partOf: SEATS, waitingOfOwner: WAITING });
  }

  /** Whether the caller of a request used more than its share, if anybody did. */
  isOver(request: FastifyRequest): boolean {
    const owner = ownerOf(request);
    if (!this.charges.isOver(owner)) return false;
    return owner !== STRANGERS || this.#ofNetworks.isOver(networkOf(request.ip));
  }

  /** Charges the caller of a request, as far as it is known. */
  charge(request: FastifyRequest, ms: number): void {
    const owner = ownerOf(request);
    this.charges.add(owner, ms);
    if (owner === STRANGERS) this.#ofNetworks.add(networkOf(request.ip), ms);
  }

  /** Does an operation when its turn comes. Throws as `enter`, and what the operation throws. */
  async admit<T>(request: FastifyRequest, reply: FastifyReply, operation: () => Promise<T>): Promise<T> {
    const { user } = request;
    const leave = await this.enter(request, reply);
    try {
      return await workFor(user, () => {
        loopWorksFor(user);
        return operation();
      });
    } finally {
      leave();
    }
  }

  /** Waits for the turn of a request. Throws AppError overloaded if too many of its client wait. */
  async enter(request: FastifyRequest, reply: FastifyReply): Promise<Leave> {
    // A body that comes in as a stream has a seat of its own, for as long as its caller takes.
    if (request.routeOptions.config.streamsBody) return () => {};
    const owner = ownerOf(request);
    const seats = [seatOf(this.#operations, owner, reply)];
    if (owner === STRANGERS) seats.unshift(seatOf(this.#ofStrangers, networkOf(request.ip), reply));
    await request.user.takes(seats);
    return () => request.user.leave();
  }
}

interface Seat {
  take(): Promise<Leave>;
  enter(): Leave;
}

/** The caller of a request. */
class Caller implements User {
  readonly #request: FastifyRequest;
  #seats: readonly Seat[] = [];
  #leaves: Leave[] = [];
  #absences = 0;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  used(ms: number): void {
    this.#request.server.admission.charge(this.#request, ms);
  }

  /** Takes all of some seats, in their order. */
  async takes(seats: readonly Seat[]): Promise<void> {
    this.#seats = seats;
    try {
      for (const seat of seats) this.#leaves.push(await seat.take());
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  async away<T>(wait: () => Promise<T>): Promise<T> {
    this.#absences += 1;
    this.#leaveAll();
    try {
      return await wait();
    } finally {
      this.#absences -= 1;
      loopWorksFor(this);
      if (this.#absences === 0) this.#leaves = this.#seats.map((seat) => seat.enter());
    }
  }

  leave(): void {
    this.#seats = [];
    this.#leaveAll();
  }

  #leaveAll(): void {
    for (const leave of this.#leaves.splice(0)) leave();
  }
}

function seatOf<Owner>(seats: Seats<Owner>, owner: Owner, reply: FastifyReply): Seat {
  return {
    take: async () => seats.tryTake(owner) ?? (await seats.take(owner, callerSignal(reply))),
    enter: () => seats.enter(owner),
  };
}

/** Whose a request is, as far as it is known. */
export function ownerOf({ clientId, caller }: FastifyRequest): number {
  return clientId ?? (caller ? OPERATORS : STRANGERS);
}

/** All operations of both APIs pass here (routes/operation.ts). */
export default fp<{ readonly charges: Charges<number | null> }>(
  async (app, { charges }) => {
    app.decorate('admission', new Admission(charges));
    app.decorateRequest('user', null as unknown as Caller);
    app.addHook('onRequest', (request, _reply, done) => {
      request.user = new Caller(request);
      loopWorksFor(request.user);
      done();
    });
  },
  { name: 'admission' },
);

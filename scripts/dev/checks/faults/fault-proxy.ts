import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How a proxy passes data: the conditions of a bad network. */
export type NetworkCondition =
  | { readonly kind: 'clear' }
  /** Every piece is delayed. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Connections are broken, and new ones refused. */
  | { readonly kind: 'cut' }
  /** Connections stay open and new ones are accepted, but nothing passes: a machine that vanished. */
  | { readonly kind: 'half-open' }
  /** One byte after the other. */
  | { readonly kind: 'trickle' };

const TRICKLE_BYTES_A_TICK = 64;

/** A TCP proxy on this machine before one server. Its network condition can change at any time. */
export class FaultProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #target: number;
  #refused = 0;
  #awaited: { readonly text: string; readonly resolve: () => void } | null = null;
  #condition: NetworkCondition = { kind: 'clear' };

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => this.#open(client));
  }

  /** Opens a proxy to the server at the port `target`, on `port` or a free port. */
  static async open(target: number, port = 0): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** When a half-open condition ends, its connections break, because the peer no longer knows them. */
  set condition(condition: NetworkCondition) {
    const forgets = this.#condition.kind === 'half-open' && condition.kind !== 'half-open';
    this.#condition = condition;
    if (forgets || condition.kind === 'cut') this.breakAll();
  }

  get condition(): NetworkCondition {
    return this.#condition;
  }

  /** Connections that were refused so far. */
  get refused(): number {
    return this.#refused;
  }

  /** Sends new connections to another server, and breaks those to the one before. */
  redirect(target: number): void {
    this.#target = target;
    this.breakAll();
  }

  /** From now on nothing passes on the present connections, and no side notices. New ones follow the condition. */
  forgetAll(): void {
    for (const link of this.#links) link.forget();
  }

  /** Does so for the connection on which the client sends `text` next. The server gets the text, the client gets no answer. */
  forgetAfter(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { text, resolve };
    });
  }

  breakAll(): void {
    for (const link of this.#links) link.end();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.breakAll();
    await once(this.#server, 'close');
  }

  #open(client: Socket): void {
    if (this.#condition.kind === 'cut') {
      this.#refused += 1;
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({
      port: this.#target,
      host: '127.0.0.1',
      noDelay: true,
      allowHalfOpen: true,
    });
    const link: Link = new Link(
      client,
      upstream,
      () => this.#condition,
      (piece) => this.#look(piece, link),
    );
    this.#links.add(link);
    client.once('close', () => this.#links.delete(link));
  }

  #look(sent: Buffer, link: Link): void {
    if (this.#awaited === null || !sent.includes(this.#awaited.text)) return;
    link.forget();
    this.#awaited.resolve();
    this.#awaited = null;
  }
}

/** A connection through the proxy. Bytes pass in order, each piece under the condition at its time. */
class Link {
  readonly #sockets: readonly [Socket, Socket];
  #isForgotten = false;

  /** `onSent` is called with each piece that the client has sent to the server. */
  constructor(
    client: Socket,
    upstream: Socket,
    condition: () => NetworkCondition,
    onSent: (piece: Buffer) => void,
  ) {
    this.#sockets = [client, upstream];
    for (const [from, to, onPassed] of [
      [client, upstream, onSent],
      [upstream, client, () => undefined],
    ] as const) {
      // A machine that vanished does not close its connections, so the other side notices nothing.
      const close = () => {
        if (!this.#isForgotten && condition().kind !== 'half-open') this.end();
      };
      from.on('error', close);
      from.on('close', close);
      void this.#pass(from, to, condition, onPassed);
    }
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  forget(): void {
    this.#isForgotten = true;
  }

  async #pass(
    from: Socket,
    to: Socket,
    condition: () => NetworkCondition,
    onPassed: (piece: Buffer) => void,
  ): Promise<void> {
    try {
      for await (const piece of from.iterator({ destroyOnReturn: false })) {
        const now = condition();
        // A piece that does not pass is lost, and so are all later ones.
        if (now.kind === 'half-open') this.#isForgotten = true;
        if (this.#isForgotten) continue;
        if (now.kind === 'slow') await pause(now.ms);
        if (now.kind === 'trickle') await trickle(to, piece, condition);
        else if (!to.write(piece)) await once(to, 'drain');
        onPassed(piece);
      }
      if (!this.#isForgotten && condition().kind !== 'half-open') to.end();
    } catch {
      // One side broke, which its 'close' reports.
    }
  }
}

/** Writes each byte separately, so that the reader gets messages cut at every place. Ends when the condition changes. */
async function trickle(to: Socket, piece: Buffer, condition: () => NetworkCondition): Promise<void> {
  for (let at = 0; at < piece.length; at += 1) {
    if (condition().kind !== 'trickle') {
      to.write(piece.subarray(at));
      return;
    }
    to.write(piece.subarray(at, at + 1));
    if (at % TRICKLE_BYTES_A_TICK === 0) await new Promise(setImmediate);
  }
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How a proxy treats what passes: each way of a bad network. */
export type Weather =
  | { readonly kind: 'clear' }
  /** Every piece comes late. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Connections are broken, and new ones refused. */
  | { readonly kind: 'cut' }
  /** Connections stay open and new ones are accepted, but nothing passes: a machine that vanished. */
  | { readonly kind: 'half-open' }
  /** One byte after the other. */
  | { readonly kind: 'trickle' };

const TRICKLE_BYTES_A_TICK = 64;

/** A TCP proxy on this machine before one server, whose weather changes at any time. */
export class FaultProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #target: number;
  #refused = 0;
  #awaited: { readonly text: string; readonly resolve: () => void } | null = null;
  #weather: Weather = { kind: 'clear' };

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => this.#open(client));
  }

  /** Opens a proxy on a free port, or on `port`, before the server at the port `target`. */
  static async open(target: number, port = 0): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that were half-open break when the weather clears, as the peer has forgotten them. */
  set weather(weather: Weather) {
    const forgets = this.#weather.kind === 'half-open' && weather.kind !== 'half-open';
    this.#weather = weather;
    if (forgets || weather.kind === 'cut') this.breakAll();
  }

  get weather(): Weather {
    return this.#weather;
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

  /** Nothing passes any more on the present connections, and no side notices; new ones follow the weather. */
  forgetAll(): void {
    for (const link of this.#links) link.forget();
  }

  /** Forgets the connection on which the client sends `text` next: the server gets it, the client no answer. */
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
    if (this.#weather.kind === 'cut') {
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
      () => this.#weather,
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

/** A connection through the proxy: bytes pass in order, each piece by the weather of its moment. */
class Link {
  readonly #sockets: readonly [Socket, Socket];
  #isForgotten = false;

  /** `onSent` is called with each piece that the client has sent to the server. */
  constructor(client: Socket, upstream: Socket, weather: () => Weather, onSent: (piece: Buffer) => void) {
    this.#sockets = [client, upstream];
    for (const [from, to, onPassed] of [
      [client, upstream, onSent],
      [upstream, client, () => undefined],
    ] as const) {
      // A machine that vanished does not close its connections: the other side notices nothing.
      const close = () => {
        if (!this.#isForgotten && weather().kind !== 'half-open') this.end();
      };
      from.on('error', close);
      from.on('close', close);
      void this.#pass(from, to, weather, onPassed);
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
    weather: () => Weather,
    onPassed: (piece: Buffer) => void,
  ): Promise<void> {
    try {
      for await (const piece of from.iterator({ destroyOnReturn: false })) {
        const now = weather();
        // A piece that does not pass is lost, and so is what comes after it.
        if (now.kind === 'half-open') this.#isForgotten = true;
        if (this.#isForgotten) continue;
        if (now.kind === 'slow') await pause(now.ms);
        if (now.kind === 'trickle') await trickle(to, piece, weather);
        else if (!to.write(piece)) await once(to, 'drain');
        onPassed(piece);
      }
      if (!this.#isForgotten && weather().kind !== 'half-open') to.end();
    } catch {
      // One side broke, which its 'close' reports.
    }
  }
}

/** Each byte is a write, so that its reader meets every boundary of a message; it ends with the weather. */
async function trickle(to: Socket, piece: Buffer, weather: () => Weather): Promise<void> {
  for (let at = 0; at < piece.length; at += 1) {
    if (weather().kind !== 'trickle') {
      to.write(piece.subarray(at));
      return;
    }
    to.write(piece.subarray(at, at + 1));
    if (at % TRICKLE_BYTES_A_TICK === 0) await new Promise(setImmediate);
  }
}

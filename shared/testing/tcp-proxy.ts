import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * How a proxy passes data: the conditions of a bad network. `slow`: every piece is delayed. `cut`: connections are broken,
 * and new ones refused. `half-open`: connections stay open and new ones are accepted, but nothing passes, as with a machine
 * that vanished. `trickle`: one byte after the other.
 */
export type NetworkCondition = 'clear' | 'slow' | 'cut' | 'half-open' | 'trickle';

const SLOW_MS = 40;
const TRICKLE_BYTES_A_TICK = 64;

/** A connection through the proxy. */
interface Link {
  /** The client's and the server's. */
  readonly sockets: readonly [Socket, Socket];
  /** Nothing passes any more, and no side notices. */
  isForgotten: boolean;
  /** The server's answers do not pass any more. */
  isUnanswered: boolean;
}

/** A TCP proxy on this machine before one server. Its network condition can change at any time. */
export class TcpProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #url: URL;
  #target: number;
  #refused = 0;
  #awaited: { readonly text: string; readonly resolve: () => void } | null = null;
  #condition: NetworkCondition = 'clear';

  private constructor(url: string) {
    this.#url = new URL(url);
    this.#target = Number(this.#url.port);
    this.#server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => this.#open(client));
  }

  /** Opens a proxy on a free port, to the server of this machine that `url` names. */
  static async open(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(url);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** The URL of the server with the address of the proxy instead. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return Object.assign(new URL(this.#url), { hostname: '127.0.0.1', port: String(port) }).href;
  }

  /** When a half-open condition ends, its connections break, because the peer no longer knows them. */
  set condition(condition: NetworkCondition) {
    const forgets = this.#condition === 'half-open' && condition !== 'half-open';
    this.#condition = condition;
    if (forgets || condition === 'cut') this.#breakAll();
  }

  /** Breaks all connections, and refuses new ones until `restore`. */
  cut(): void {
    this.condition = 'cut';
  }

  restore(): void {
    this.condition = 'clear';
  }

  /** Connections that were refused so far. */
  get refused(): number {
    return this.#refused;
  }

  /** Sends new connections to another server, and breaks those to the one before. */
  redirect(target: number): void {
    this.#target = target;
    this.#breakAll();
  }

  /** From now on nothing passes on the present connections, and no side notices. New ones follow the condition. */
  forgetAll(): void {
    for (const link of this.#links) link.isForgotten = true;
  }

  /** Stops answers on the connection on which the client sends `text` next. Resolves when the server has it. */
  holdAnswersAfter(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { text, resolve };
    });
  }

  #breakAll(): void {
    for (const link of this.#links) end(link);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#breakAll();
    await once(this.#server, 'close');
  }

  #open(client: Socket): void {
    if (this.#condition === 'cut') {
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
    const link: Link = { sockets: [client, upstream], isForgotten: false, isUnanswered: false };
    this.#links.add(link);
    client.once('close', () => this.#links.delete(link));
    void this.#pass(link, client, upstream);
    void this.#pass(link, upstream, client);
  }

  /** Passes bytes in order, each piece under the condition at its time. */
  async #pass(link: Link, from: Socket, to: Socket): Promise<void> {
    // A machine that vanished does not close its connections, so the other side notices nothing.
    const isSilent = () => link.isForgotten || this.#condition === 'half-open';
    const close = () => {
      if (!isSilent()) end(link);
    };
    from.on('error', close);
    from.on('close', close);
    try {
      for await (const piece of from.iterator({ destroyOnReturn: false })) {
        // A piece that does not pass is lost, and so are all later ones.
        if (isSilent()) link.isForgotten = true;
        if (link.isForgotten) continue;
        const isAwaited =
          from === link.sockets[0] && this.#awaited !== null && piece.includes(this.#awaited.text);
        if (isAwaited) link.isUnanswered = true;
        if (link.isUnanswered && from === link.sockets[1]) continue;
        if (this.#condition === 'slow') await pause(SLOW_MS);
        if (this.#condition === 'trickle') await this.#trickle(to, piece);
        else if (!to.write(piece)) await once(to, 'drain');
        if (!isAwaited) continue;
        this.#awaited?.resolve();
        this.#awaited = null;
      }
      if (!isSilent()) to.end();
    } catch {
      // One side broke, which its 'close' reports.
    }
  }

  /** Writes each byte separately, so that the reader gets messages cut at every place. Ends when the condition changes. */
  async #trickle(to: Socket, piece: Buffer): Promise<void> {
    for (let at = 0; at < piece.length; at += 1) {
      if (this.#condition !== 'trickle') {
        to.write(piece.subarray(at));
        return;
      }
      to.write(piece.subarray(at, at + 1));
      if (at % TRICKLE_BYTES_A_TICK === 0) await new Promise(setImmediate);
    }
  }
}

export const openTcpProxy = TcpProxy.open;

function end({ sockets }: Link): void {
  for (const socket of sockets) socket.destroy();
}

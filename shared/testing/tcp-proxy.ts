import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy whose connections can be broken. */
export interface TcpProxy {
  /** The given URL with the address of the proxy instead of the server. */
  readonly url: string;
  /** Breaks all connections, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  /** Stops answers on the connection on which the client sends `text` next. Resolves when it was sent. */
  holdAnswersAfter(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy on a free port of this machine, to the server that `url` names. */
export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  let awaited: { text: string; resolve: () => void } | null = null;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    let holdsBack = false;
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (awaited !== null && bytes.includes(awaited.text)) {
        holdsBack = true;
        awaited.resolve();
        awaited = null;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!holdsBack) client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href,
    cut,
    restore: () => {
      isCut = false;
    },
    holdAnswersAfter: (text) =>
      new Promise((resolve) => {
        awaited = { text, resolve };
      }),
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

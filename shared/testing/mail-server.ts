import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A server on this machine that mails go to. */
export interface MailServer {
  /** SMTP_URL of the service. */
  readonly url: string;
  /** The next mails are refused with these codes. */
  readonly refusals: number[];
  /** How many mails nobody has taken. */
  count(): number;
  /** Waits for the next mail to an address, and takes it: its text. */
  mailTo(address: string): Promise<string>;
  close(): Promise<void>;
}

export async function openMailServer(): Promise<MailServer> {
  const received: { readonly to: string; readonly mail: string }[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    async onData(stream, { envelope }, done) {
      const raw = await text(stream);
      const responseCode = refusals.shift();
      if (responseCode !== undefined) return done(Object.assign(new Error('refused'), { responseCode }));
      // Quoted-printable folds long lines, with links in them.
      const mail = raw.replace(/=\r\n/g, '').replaceAll('=3D', '=');
      received.push({ to: envelope.rcptTo[0]!.address, mail });
      done();
      server.emit('mail');
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}?requireTLS=false`,
    refusals,
    count: () => received.length,
    async mailTo(address) {
      for (;;) {
        const found = received.findIndex(({ to }) => to === address);
        if (found !== -1) return received.splice(found, 1)[0]!.mail;
        await once(server, 'mail');
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

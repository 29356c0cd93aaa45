import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { createTransport, type Transporter } from 'nodemailer';

/** A mail of plain text. */
export interface Mail {
  /** One e-mail address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** SMTP_URL may set others in its query. */
const TRANSPORT = {
  pool: true,
  maxConnections: 2,
  // Links are secrets: no server gets them in the clear unless the URL says so.
  requireTLS: true,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

/** A 5xx answer of the server is final; other failures are tried again. */
const mayPass = (error: Error & { readonly responseCode?: number }) => (error.responseCode ?? 0) < 500;
const inTries = retry(handleWhen(mayPass), {
  maxAttempts: 3,
  backoff: new ExponentialBackoff({ initialDelay: 1000, maxDelay: 10_000 }),
});

/**
 * Sends mails over SMTP, after the change that they report is saved. They are in no queue, because their links are secrets. A
 * mail that fails four times, or whose process is killed, is lost: the person asks for another.
 */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #onError: (error: unknown) => void;
  readonly #sending = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  /** `onError` is called with the error of a mail that was not sent. */
  constructor(
    { smtpUrl, mailFrom }: { readonly smtpUrl: string; readonly mailFrom: string },
    onError: (error: unknown) => void,
  ) {
    this.#transport = createTransport({ ...TRANSPORT, url: smtpUrl });
    this.#from = mailFrom;
    this.#onError = onError;
  }

  /** Sends a mail in the background, also one that is still being made. null: there is none to send. */
  send(mail: Mail | Promise<Mail | null>): void {
    const sent = this.#send(mail)
      .catch(this.#onError)
      .finally(() => this.#sending.delete(sent));
    this.#sending.add(sent);
  }

  async #send(making: Mail | Promise<Mail | null>): Promise<void> {
    const made = await making;
    if (made === null) return;
    const { to, subject, text } = made;
    // As an object, so that the address is one, whatever it contains.
    const mail = { from: this.#from, to: { name: '', address: to }, subject, text };
    await inTries.execute(() => this.#transport.sendMail(mail), this.#closing.signal);
  }

  /** Waits for mails that are being sent. One that waits for another try is given up. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#sending);
    this.#transport.close();
  }
}

/** The mailer of a process; null: the service sends no mails. */
export function openMailer(
  { smtpUrl, mailFrom }: { readonly smtpUrl: string | null; readonly mailFrom: string | null },
  logger: { error(of: object, message: string): void },
): Mailer | null {
  if (smtpUrl === null || mailFrom === null) return null;
  return new Mailer({ smtpUrl, mailFrom }, (err) => logger.error({ err }, 'a mail was not sent'));
}

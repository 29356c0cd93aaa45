import { loadConfig } from '../../shared/foundation/config/config.ts';
import { type Mail, Mailer } from '../../shared/foundation/mailer.ts';
import type { WrsContext } from './context.ts';

/**
 * Sends what a command has to tell people, and waits until it is sent. Says which mails could not be sent. Returns whether the
 * service sends mails at all (SMTP_URL).
 */
export async function sendMails(
  { env, comment }: Pick<WrsContext, 'env' | 'comment'>,
  mails: readonly Mail[],
): Promise<boolean> {
  const { smtpUrl, mailFrom } = loadConfig(env);
  if (smtpUrl === null || mailFrom === null) return false;
  const mailer = new Mailer({ smtpUrl, mailFrom }, (error) =>
    comment(`A mail was not sent: ${error instanceof Error ? error.message : error}`),
  );
  for (const mail of mails) mailer.send(mail);
  await mailer.close();
  return true;
}

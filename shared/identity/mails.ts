import type { Mail } from '../foundation/mailer.ts';
import type { Actor } from './actor.ts';

/** Who invites, and to what. */
interface Inviting {
  /** The name of the account. */
  readonly client: string;
  /** null: whoever runs the service. */
  readonly invited_by: string | null;
}

/** The mails of invitations, with their links. */
export function invitationMails(
  { client, invited_by }: Inviting,
  invited: readonly { readonly email: string; readonly invitation_url: string | null }[],
): Mail[] {
  return invited.flatMap(({ email, invitation_url }) =>
    invitation_url === null ? [] : invitationMail({ client, invited_by }, email, invitation_url),
  );
}

function invitationMail({ client, invited_by }: Inviting, email: string, invitation_url: string): Mail {
  return {
    to: email,
    subject: `Join ${client}`,
    text: paragraphs(
      `${invited_by ?? 'Whoever runs the service'} invites you to the account ${client} of the warehouse routing service.`,
      `Open this link to join. It works once, within seven days:\n${invitation_url}`,
      'If you did not expect this, leave it: nothing happens without you.',
    ),
  };
}

/** The mail of a link to a new password. */
export function resetMail(email: string, reset_url: string): Mail {
  return {
    to: email,
    subject: 'A new password',
    text: paragraphs(
      'Somebody asked for a new password for this address at the warehouse routing service.',
      `Open this link to choose one. It works once, within an hour, and signs you out everywhere:\n${reset_url}`,
      'If it was not you, leave it: your password stays as it is.',
    ),
  };
}

/** The name of an actor in mails to other people. */
export function nameOf({ person }: Actor): string {
  return person ?? 'Whoever runs the service';
}

/** The notice that somebody else turned a second factor off. */
export function secondFactorResetMail(email: string, by: string): Mail {
  return {
    to: email,
    subject: 'Your second factor was reset',
    text: paragraphs(
      `${by} turned off the second factor with which you sign in to the warehouse routing service, and signed you out everywhere.`,
      'Sign in with your password and set up another one. If you did not ask for this, tell an owner of your account at once, and change your password.',
    ),
  };
}

/** The notice that somebody who knows the password tried codes of the second factor. */
export function codesLockedMail(email: string): Mail {
  return {
    to: email,
    subject: 'Somebody knows your password',
    text: paragraphs(
      'Ten wrong codes were sent after your password at the warehouse routing service. The password was right. Codes of your app are refused for an hour; recovery codes work.',
      'If it was not you, change your password now. Where you are signed in, you stay so.',
    ),
  };
}

/** The notice that DNS no longer proves the last domain of an account that requires single sign-on. */
export function domainLostMail(to: string, { client, domain }: { client: string; domain: string }): Mail {
  return {
    to,
    subject: `DNS no longer proves ${domain}`,
    text: paragraphs(
      `The TXT record that proves ${domain} for the account ${client} of the warehouse routing service is gone. The account requires single sign-on and has no other domain, so the domain still counts.`,
      'Set the record again, or prove another domain. Until then this mail comes daily.',
    ),
  };
}

const paragraphs = (...texts: readonly string[]) => `${texts.join('\n\n')}\n`;

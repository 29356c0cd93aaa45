import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { removeClientUser, saveClientUser } from '../../../shared/account/change-client.ts';
import { findClient } from '../../../shared/account/clients.ts';
import { emailAddress, newPassword } from '../../../shared/contracts/account/account-file-schema.ts';
import type { Database } from '../../../shared/db/database.ts';
import type { UserRole } from '../../../shared/db/generated/enums.ts';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { passwordFault } from '../../../shared/foundation/password-fault.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { listKeys } from '../../../shared/identity/keys.ts';
import { linkTo, listInvitations } from '../../../shared/identity/links.ts';
import { nameOf, resetMail, secondFactorResetMail } from '../../../shared/identity/mails.ts';
import { newResetToken } from '../../../shared/identity/passwords.ts';
import { resetSecondFactor } from '../../../shared/identity/second-factor.ts';
import { PERSON } from '../../../shared/identity/sessions.ts';
import { listUsers, type UserInfo } from '../../../shared/identity/users.ts';
import type { Look } from '../../terminal/look.ts';
import { tableText } from '../../terminal/table.ts';
import { localTime } from '../../terminal/times.ts';
import type { WrsContext } from '../context.ts';
import { UsageError } from '../failures.ts';
import { sendMails } from '../mail.ts';
import { type JsonOption, jsonOption } from '../options.ts';
import { readText, STANDARD_INPUT } from '../read-file.ts';
import { addEraseUserCommand } from './erase-user.ts';
import { removeOperator, saveOperator } from './operators.ts';

interface UserOptions extends JsonOption {
  readonly operator?: true;
  readonly client?: string;
  readonly role?: UserRole;
  readonly passwordStdin?: true;
}

export function addUserCommands(admin: Command, context: WrsContext): void {
  const users = admin.command('users').description('people who may sign in');
  addAddCommand(users, context);
  addListCommand(users, context);
  addRemoveCommand(users, context);
  addEraseUserCommand(users, context, address);
  users
    .command('reset')
    .description(
      'mail a person a link to a new password or, without SMTP_URL, print it; give it to that person alone',
    )
    .argument('<email>', 'address to sign in with', address)
    .addOption(jsonOption())
    .action(async (email: string, { json }: JsonOption) => {
      const { publicUrl, smtpUrl } = loadConfig(context.env);
      if (publicUrl === null) throw new AppError('no_public_url');
      const token = await context.withDatabase((db) =>
        newResetToken(db, COMMAND_LINE, email, smtpUrl !== null),
      );
      const reset_url = linkTo(publicUrl, 'reset', token);
      if (await sendMails(context, [resetMail(email, reset_url)])) {
        if (json) return context.print(JSON.stringify({ email, reset_url: null }));
        return context.comment(`A link was mailed to ${email}. It works once, within an hour.`);
      }
      if (json) return context.print(JSON.stringify({ email, reset_url }));
      context.print(reset_url);
      context.comment('It works once, within an hour, and ends all sessions of the person.');
    });
  users
    .command('reset-second-factor')
    .description('turn off the second factor of a person who has lost it; it ends their sessions')
    .argument('<email>', 'address to sign in with', address)
    .addOption(jsonOption())
    .action(async (email: string, { json }: JsonOption) => {
      await context.withDatabase((db) => resetSecondFactor(db, COMMAND_LINE, email, null));
      await sendMails(context, [secondFactorResetMail(email, nameOf(COMMAND_LINE))]);
      if (json) return context.print(JSON.stringify({ email, second_factor: false }));
      context.comment(`${email} has no second factor now, and is signed out everywhere.`);
    });
}

function addAddCommand(users: Command, context: WrsContext): void {
  users
    .command('add')
    .description('add a user, or change one; a new one gets a password that is printed once')
    .argument('<email>', 'address to sign in with', address)
    .addOption(new Option('--operator', 'an operator of the whole service').conflicts(['client', 'role']))
    .option('--client <slug>', 'the client that the user belongs to')
    .addOption(new Option('--role <role>', 'role in the client').choices(['owner', 'member', 'viewer']))
    .option('--password-stdin', 'take the password from the standard input')
    .addOption(jsonOption())
    .action(async (email: string, options: UserOptions, command: Command) => {
      const { client: slug } = options;
      const role = options.operator ? 'operator' : options.role;
      if (role === undefined || (slug === undefined && !options.operator)) {
        command.error('error: give --client and --role, or --operator');
      }
      const given = options.passwordStdin ? password(email, await readText(STANDARD_INPUT, context)) : null;
      const result = await context.withDatabase(async (db) => {
        const isNew = (await db.prisma.user.count({ where: { email } })) === 0;
        const madeUp = given === null && isNew ? randomBytes(15).toString('base64url') : null;
        const chosen = given ?? madeUp;
        const entry = { email, ...(chosen !== null && { password: chosen }) };
        const change =
          slug === undefined || role === 'operator'
            ? await saveOperator(db, COMMAND_LINE, entry)
            : await saveClientUser(db, { slug, who: COMMAND_LINE }, { ...entry, role });
        return { email, role, change, password: madeUp };
      });
      if (options.json) return context.print(JSON.stringify(result));
      context.comment(`${role} ${email} ${result.change}`);
      if (result.password !== null) {
        context.print(result.password);
        context.comment('The password is shown this once.');
      }
      const { publicUrl } = loadConfig(context.env);
      if (publicUrl !== null) context.comment(`Sign in at ${publicUrl.replace(/\/*$/, '/')}`);
    });
}

function addListCommand(users: Command, context: WrsContext): void {
  users
    .command('list')
    .description('list the users of a client, or all users with the operators')
    .option('--client <slug>', 'only the users of this client')
    .addOption(jsonOption())
    .action(async ({ client: slug, json: asJson }: UserOptions) => {
      const list = await context.withDatabase(async ({ prisma }) => {
        if (slug !== undefined) await findClient(prisma, slug);
        return listUsers(prisma, slug);
      });
      if (asJson) return context.print(JSON.stringify(list));
      context.print(userTable(context.shown(list), context.look));
      context.suggest('To add a user', `admin users add EMAIL --client ${slug ?? 'CLIENT'} --role owner`);
    });
}

interface RemoveOptions extends JsonOption {
  readonly client?: string;
  readonly endKeys?: true;
  readonly yes?: true;
}

function addRemoveCommand(users: Command, context: WrsContext): void {
  users
    .command('remove')
    .description('remove a user from an account immediately; who is in no other one can sign in no more')
    .argument('<email>', 'address to sign in with', address)
    .option('--client <slug>', 'the account, of a person who is in several')
    .option('--end-keys', 'revoke the API keys that they made, too; account tokens always end')
    .option('--yes', 'do not ask: without --end-keys, the keys stay')
    .addOption(jsonOption())
    .action(async (email: string, options: RemoveOptions) => {
      const { left, rolesByClaim } = await context.withDatabase(async (db) => {
        const slug = await accountOf(db, email, options.client);
        if (slug === null) {
          await removeOperator(db, COMMAND_LINE, email);
          return { left: [], rolesByClaim: false };
        }
        const end_keys = options.endKeys ?? (await endsKeys(db, slug, email, options));
        await removeClientUser(db, { slug, who: COMMAND_LINE }, { email, end_keys });
        const connection = { role_claim: { not: null }, client: { slug } };
        return {
          left: (await listUsers(db.prisma)).filter((user) => user.email === email),
          rolesByClaim: (await db.prisma.ssoConnection.count({ where: connection })) > 0,
        };
      });
      if (options.json) return context.print(JSON.stringify({ email, change: 'removed' }));
      context.comment(
        left.length === 0
          ? `${email} removed: signed out everywhere${rolesByClaim ? '' : ', and cannot sign in again'}.`
          : `${email} removed. Still in ${left.map(({ client }) => client).join(', ')}.`,
      );
      if (rolesByClaim)
        context.comment(
          'The identity provider of the account gives roles, so it lets them in again unless you remove them there.',
        );
      context.suggest('Who is left', 'admin users list');
    });

  /** Shows what the person made in the account. Asks whether the keys end; without somebody to ask, they stay. */
  async function endsKeys(
    { prisma }: Database,
    slug: string,
    email: string,
    { json, yes }: RemoveOptions,
  ): Promise<boolean> {
    const { id } = await findClient(prisma, slug);
    const isTheirs = (each: { created_by: string | null; revoked_at: Date | null }) =>
      each.created_by === email && each.revoked_at === null;
    const tokens = (await listKeys(prisma, id, 'account_token')).filter(isTheirs);
    const keys = (await listKeys(prisma, id, 'api_key')).filter(isTheirs);
    const invitations = (await listInvitations(prisma, id)).filter((each) => each.created_by === email);
    const lines = [
      ...invitations.map((each) => `invitation of ${each.email}, made by ${email}: withdrawn`),
      ...tokens.map(({ name, created_by }) => `token ${name}, made by ${created_by}: ends`),
      ...keys.map(({ environment, name, created_by }) => `key ${environment} ${name}, made by ${created_by}`),
    ];
    if (json) return false;
    if (keys.length === 0 || yes || context.confirm === null) {
      for (const line of lines) context.comment(line);
      return false;
    }
    return context.confirm(`${lines.map((line) => `${line}\n`).join('')}End these keys too? [y/N] `);
  }
}

/**
 * The account that a person is removed from: `wanted`, or their only one; null for an operator. Throws AppError not_found, and
 * UsageError if they are in several.
 */
async function accountOf({ prisma }: Database, email: string, wanted?: string): Promise<string | null> {
  if (wanted !== undefined) return wanted;
  const user = await prisma.user.findUnique({ where: { email }, select: PERSON });
  const [only, ...others] = user?.memberships ?? [];
  if (only === undefined) return null;
  if (others.length === 0) return only.client.slug;
  const slugs = user!.memberships.map(({ client }) => client.slug).join(', ');
  throw new UsageError(`${email} is in several accounts: ${slugs}. Choose one with --client.`);
}

function userTable(users: readonly UserInfo[], { columns }: Look): string {
  return tableText<UserInfo>(
    [
      ['EMAIL', ({ email }) => email, 'shorten'],
      ['ROLE', ({ role }) => role],
      ['CLIENT', ({ client }) => client ?? '-', 'shorten'],
      ['SECOND FACTOR', ({ second_factor }) => (second_factor ? 'yes' : 'no')],
      ['CREATED', ({ created_at }) => localTime(created_at)],
    ],
    users,
    columns,
  );
}

function address(text: string): string {
  const { success, data } = emailAddress.safeParse(text);
  if (!success) throw new InvalidArgumentError('It must be an e-mail address.');
  return data;
}

/** A password from the standard input, without the newline that `echo` adds. */
function password(email: string, input: string): string {
  const { success, data, error } = newPassword.safeParse(input.replace(/\r?\n$/, ''));
  const messages = success ? [passwordFault(email, data)] : error.issues.map(({ message }) => message);
  const faults = messages.flatMap((message) => (message === null ? [] : { path: 'password', message }));
  if (success && faults.length === 0) return data;
  throw new AppError('validation_failed', 'The password cannot be used.', { faults });
}

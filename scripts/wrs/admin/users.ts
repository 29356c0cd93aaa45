import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { COMMAND_LINE } from '../../../shared/accounts/actor.ts';
import { changeAccount } from '../../../shared/accounts/change-account.ts';
import { removeClientUser } from '../../../shared/accounts/client-access.ts';
import { findClient } from '../../../shared/accounts/clients.ts';
import {
  hashForUser,
  listUsers,
  saveUser,
  type UserChange,
  type UserEntry,
  type UserInfo,
} from '../../../shared/accounts/users.ts';
import { emailAddress, newPassword } from '../../../shared/contracts/account/account-file-schema.ts';
import type { Database } from '../../../shared/db/database.ts';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { passwordFault } from '../../../shared/foundation/password-fault.ts';
import { findService } from '../../../shared/foundation/service-address.ts';
import type { Look } from '../../terminal/look.ts';
import { tableText } from '../../terminal/table.ts';
import { localTime } from '../../terminal/times.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption } from '../options.ts';
import { readText, STANDARD_INPUT } from '../read-file.ts';
import { removeOperator, saveOperator } from './operators.ts';

interface UserOptions extends JsonOption {
  readonly operator?: true;
  readonly client?: string;
  readonly role?: 'owner' | 'member';
  readonly passwordStdin?: true;
}

export function addUserCommands(admin: Command, context: WrsContext): void {
  const users = admin.command('users').description('people who may sign in');
  addAddCommand(users, context);
  addListCommand(users, context);
  addRemoveCommand(users, context);
}

function addAddCommand(users: Command, context: WrsContext): void {
  users
    .command('add')
    .description('add a user, or change one; a new one gets a password that is printed once')
    .argument('<email>', 'address to sign in with', address)
    .addOption(new Option('--operator', 'an operator of the whole service').conflicts(['client', 'role']))
    .option('--client <slug>', 'the client that the user belongs to')
    .addOption(new Option('--role <role>', 'role in the client').choices(['owner', 'member']))
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
            : await saveClientUser(db, slug, { ...entry, role });
        return { email, role, change, password: madeUp };
      });
      if (options.json) return context.print(JSON.stringify(result));
      context.comment(`${role} ${email} ${result.change}`);
      if (result.password !== null) {
        context.print(result.password);
        context.comment('The password is shown this once.');
      }
      context.comment(`Sign in at ${await serviceUrl(context.env)}/`);
    });
}

/** Adds or changes a user of a client (saveUser). Throws AppError not_found, validation_failed, last_owner. */
async function saveClientUser(
  db: Database,
  slug: string,
  { password, ...entry }: Omit<UserEntry, 'client_id' | 'password_hash'> & { readonly password?: string },
): Promise<UserChange> {
  const act = { who: COMMAND_LINE, action: 'users.change', subject: `users/${entry.email}` };
  const password_hash =
    password === undefined ? null : await hashForUser(db, { slug, email: entry.email }, password);
  const { result } = await changeAccount(db, slug, act, (tx, { id: client_id }) =>
    saveUser(tx, { ...entry, client_id, ...(password_hash !== null && { password_hash }) }),
  );
  return result;
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

function addRemoveCommand(users: Command, context: WrsContext): void {
  users
    .command('remove')
    .description('remove a user immediately; the address can be added again')
    .argument('<email>', 'address to sign in with', address)
    .option('--end-keys', 'revoke the API keys that they made, too; account tokens always end', false)
    .addOption(jsonOption())
    .action(async (email: string, options: JsonOption & { readonly endKeys: boolean }) => {
      await context.withDatabase(async (db) => {
        const user = await db.prisma.user.findUnique({ where: { email }, select: { client: true } });
        if (user?.client == null) await removeOperator(db, COMMAND_LINE, email);
        else
          await removeClientUser(
            db,
            { slug: user.client.slug, who: COMMAND_LINE },
            { email, end_keys: options.endKeys },
          );
      });
      if (options.json) return context.print(JSON.stringify({ email, change: 'removed' }));
      context.comment(`${email} removed: signed out everywhere, and cannot sign in again.`);
      context.suggest('Who is left', 'admin users list');
    });
}

/** The address at which the service of this configuration listens, or will listen. */
async function serviceUrl(env: WrsContext['env']): Promise<string> {
  const { dataDir, host, port } = loadConfig(env);
  const here = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return (await findService(dataDir)) ?? `http://${here}:${port || 3000}`;
}

function userTable(users: readonly UserInfo[], { columns }: Look): string {
  return tableText(
    [
      { title: 'EMAIL', narrow: 'shorten' },
      { title: 'ROLE' },
      { title: 'CLIENT', narrow: 'shorten' },
      { title: 'CREATED' },
    ],
    users.map(({ email, role, client, created_at }) => [email, role, client ?? '-', localTime(created_at)]),
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

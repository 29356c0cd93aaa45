import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { emailAddress, newPassword } from '../../shared/accounts/account-file.ts';
import { inAccountTransaction } from '../../shared/accounts/account-transaction.ts';
import { findClient } from '../../shared/accounts/clients.ts';
import { saveUser } from '../../shared/accounts/users.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AccountCommandDeps } from './deps.ts';
import { type Json, json } from './options.ts';

interface UserOptions extends Json {
  readonly operator?: true;
  readonly client?: string;
  readonly role?: 'owner' | 'member';
  readonly passwordStdin?: true;
}

export function addUserCommands(account: Command, deps: AccountCommandDeps): void {
  account
    .command('users')
    .description('people who may sign in')
    .command('add')
    .description('add a user, or change one; a new one gets a password that is printed once')
    .argument('<email>', 'address to sign in with', address)
    .addOption(new Option('--operator', 'an operator of the whole service').conflicts(['client', 'role']))
    .option('--client <slug>', 'the client that the user belongs to')
    .addOption(new Option('--role <role>', 'role in the client').choices(['owner', 'member']))
    .option('--password-stdin', 'take the password from the standard input')
    .addOption(json())
    .action(async (email: string, options: UserOptions, command: Command) => {
      const { client: slug } = options;
      const role = options.operator ? 'operator' : options.role;
      if (role === undefined || (slug === undefined && !options.operator)) {
        command.error('error: give --client and --role, or --operator');
      }
      const given = options.passwordStdin ? password(await deps.readInput()) : null;
      const result = await deps.withDatabase((db) =>
        inAccountTransaction(db, slug ?? '', async (tx) => {
          const client_id = slug === undefined ? null : (await findClient(tx, slug)).id;
          const isNew = (await tx.user.count({ where: { email } })) === 0;
          const madeUp = given === null && isNew ? randomBytes(15).toString('base64url') : null;
          const chosen = given ?? madeUp;
          const change = await saveUser(tx, {
            email,
            role,
            client_id,
            ...(chosen !== null && { password: chosen }),
          });
          return { email, role, change, password: madeUp };
        }),
      );
      if (options.json) return deps.print(JSON.stringify(result));
      deps.tell(`${role} ${email} ${result.change}`);
      if (result.password === null) return;
      deps.print(result.password);
      deps.tell('The password is shown this once.');
    });
}

function address(text: string): string {
  const { success, data } = emailAddress.safeParse(text);
  if (!success) throw new InvalidArgumentError('It must be an e-mail address.');
  return data;
}

/** A password as it was piped in: the newline that `echo` ends with is none of it. */
function password(input: string): string {
  const { success, data, error } = newPassword.safeParse(input.replace(/\r?\n$/, ''));
  if (success) return data;
  throw new AppError('validation_failed', 'The password cannot be used.', {
    faults: error.issues.map(({ message }) => ({ path: 'password', message })),
  });
}

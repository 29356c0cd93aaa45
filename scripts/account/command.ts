import { Command, CommanderError } from 'commander';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AccountCommandDeps } from './deps.ts';
import { addFileCommands } from './files.ts';
import { addKeyCommands } from './keys.ts';
import { addPlanCommands } from './plans.ts';
import { addUserCommands } from './users.ts';

/**
 * Runs the command `account` with the words that follow its name, and returns its exit code: 0 done, 1 failed,
 * 2 a wrong call or an invalid file. Faults are told one a line, each beginning with its path.
 */
export async function runAccountCommand(args: readonly string[], deps: AccountCommandDeps): Promise<number> {
  const account = new Command('account')
    .description('Set up clients: account files, API keys, users, plans.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => deps.print(text.trimEnd()),
      writeErr: (text) => deps.tell(text.trimEnd()),
    });
  // Each subcommand takes over what is set above at the moment it is added.
  addFileCommands(account, deps);
  addKeyCommands(account, deps);
  addUserCommands(account, deps);
  addPlanCommands(account, deps);
  try {
    await account.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return tellFailure(error, deps);
  }
}

/** Calls that were understood and do not fit the account. */
const REFUSED: ReadonlySet<string> = new Set(['validation_failed', 'already_exists', 'last_owner']);

function tellFailure(error: unknown, deps: AccountCommandDeps): number {
  // It has told its message itself.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  deps.tell(error instanceof Error ? error.message : String(error));
  if (!(error instanceof AppError)) return 1;
  for (const { path, message } of error.faults ?? []) deps.tell(`${path}: ${message}`);
  return REFUSED.has(error.code) ? 2 : 1;
}

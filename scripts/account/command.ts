import { Command, CommanderError } from 'commander';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AccountCommandDeps } from './deps.ts';
import { addFileCommands } from './files.ts';
import { addKeyCommands } from './keys.ts';
import { addPlanCommands } from './plans.ts';
import { addUserCommands } from './users.ts';

/**
 * Runs the command `account` with the words that follow its name, and returns its exit code: 0 done, 1 failed,
 * 2 a wrong call or an invalid file. It prints a line for each fault, which begins with the fault's path.
 */
export async function runAccountCommand(args: readonly string[], deps: AccountCommandDeps): Promise<number> {
  const account = new Command('account')
    .description('Set up clients: account files, API keys, users, plans.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => deps.print(text.trimEnd()),
      writeErr: (text) => deps.comment(text.trimEnd()),
    });
  // A subcommand copies these settings when it is added, so they come first.
  addFileCommands(account, deps);
  addKeyCommands(account, deps);
  addUserCommands(account, deps);
  addPlanCommands(account, deps);
  try {
    await account.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return reportFailure(error, deps);
  }
}

/** Failures of a call that is well-formed but does not fit the account. */
const REFUSED: ReadonlySet<string> = new Set(['validation_failed', 'already_exists', 'last_owner']);

function reportFailure(error: unknown, deps: AccountCommandDeps): number {
  // Commander has printed its message itself.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  deps.comment(error instanceof Error ? error.message : String(error));
  if (!(error instanceof AppError)) return 1;
  for (const { path, message } of error.faults ?? []) deps.comment(`${path}: ${message}`);
  return REFUSED.has(error.code) ? 2 : 1;
}

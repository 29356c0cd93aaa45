import type { Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../../shared/config/config.ts';
import type { Database } from '../../shared/db/database.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { type Client, createClient } from './client.ts';
import type { Screen } from './display.ts';
import { Refused, Unreachable, UsageError } from './failures.ts';
import { addInventoryCommands } from './inventory.ts';
import { addLanesCommands } from './lanes.ts';
import { addRouteCommand } from './route.ts';
import { addRunCommands } from './runs.ts';
import { withService } from './with-service.ts';

/** What the command needs of the world. */
export interface WrsDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Data. */
  readonly out: Writable;
  /** Messages and progress. */
  readonly screen: Screen;
  /** Opens the database of this configuration, beside a running service or alone, and closes it after `work`. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

/** What a subcommand works with. */
export interface Session {
  readonly client: Client;
  /** The service lives only as long as this command. */
  readonly own: boolean;
}

/** Gives a subcommand a session, by the options of the whole command. */
export type WithSession = <T>(command: Command, work: (session: Session) => Promise<T>) => Promise<T>;

/** What a subcommand is made with. */
export interface WrsContext {
  readonly withSession: WithSession;
  readonly out: Writable;
  readonly screen: Screen;
  /** Ends the command with 1 although nothing was refused: a run that did not complete. */
  fail(): void;
}

const HELP = `
The service is the one at --url or WRS_URL, else the one that runs on this DATA_DIR; where none runs, one is
started for the command and stopped after it. The API key is --key or WRS_API_KEY.

Exit codes: 0 done; 1 the service refused, or the run failed or was cancelled; 2 a wrong call or an unusable
file; 3 the service cannot be reached.`;

/** Runs the command `wrs` with the words that follow its name, and returns its exit code. */
export async function runWrs(args: readonly string[], deps: WrsDeps): Promise<number> {
  let failed = false;
  const context: WrsContext = {
    withSession: async (command, work) => {
      const { url = deps.env.WRS_URL || undefined, key = deps.env.WRS_API_KEY || undefined } =
        command.optsWithGlobals<{ url?: string; key?: string }>();
      if (key === undefined) throw new UsageError('An API key is needed: --key or WRS_API_KEY.');
      if (url !== undefined && !isHttpUrl(url)) {
        throw new UsageError(`${url} is no address of a service: it begins with http:// or https://.`);
      }
      return withService(url, deps.env, (service) =>
        work({ client: createClient(service.url, key), own: service.own }),
      );
    },
    out: deps.out,
    screen: deps.screen,
    fail: () => {
      failed = true;
    },
  };
  const wrs = new Command('wrs')
    .description('Work with the warehouse routing service over its API.')
    .option('--url <url>', 'address of the service')
    .option('--key <key>', 'API key')
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => deps.out.write(text),
      writeErr: (text) => deps.screen.write(text),
    });
  // Each subcommand takes over what is set above at the moment it is added.
  addRunCommands(wrs, context);
  addInventoryCommands(wrs, context);
  addRouteCommand(wrs, context);
  addLanesCommands(wrs, {
    withDatabase: deps.withDatabase,
    print: (line) => deps.out.write(`${line}\n`),
  });
  try {
    await wrs.parseAsync(args, { from: 'user' });
    return failed ? 1 : 0;
  } catch (error) {
    return tellFailure(error, deps.screen);
  }
}

function tellFailure(error: unknown, screen: Screen): number {
  // It has told its message itself.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  screen.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError) {
    for (const fault of error.faults) screen.write(`${fault}\n`);
    return 2;
  }
  if (error instanceof ConfigError) return 2;
  if (error instanceof AppError) {
    for (const { path, message } of error.faults ?? []) screen.write(`${path}: ${message}\n`);
    return error.code === 'validation_failed' ? 2 : 1;
  }
  if (error instanceof Refused) {
    for (const { path, message } of error.errors) screen.write(`${path}: ${message}\n`);
    return 1;
  }
  return error instanceof Unreachable ? 3 : 1;
}

function isHttpUrl(text: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');
}

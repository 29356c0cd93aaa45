import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { ClientOptions, RoutingClient } from '../../shared/client/client.ts';
import type { Database } from '../../shared/db/database.ts';
import type { Look, Screen } from '../terminal/look.ts';

/** What the command needs from outside. */
export interface WrsDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Data. */
  readonly out: Writable & Omit<Screen, 'write'>;
  /** Messages and progress. */
  readonly screen: Screen;
  /** Opens the configured database, whether a service runs or not, and closes it after `work`. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** All of the standard input. */
  readInput(): Promise<Uint8Array>;
  /** Asks the person at the terminal for a yes. Null: nobody is there to be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
  /** Asks the person at the terminal for a line; '' without an answer. Null: nobody is there to be asked. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

/** The service that a command uses. */
export interface ServiceAddress {
  readonly url: string;
  /** The service was started for this command and ends with it. */
  readonly own: boolean;
  /** Aborts on Ctrl-C. The command then ends with 130, whatever its work does, unless `endsItself`. */
  readonly interrupted: AbortSignal;
}

/** How a command uses the service. */
export interface ServiceOptions {
  /** The work ends by itself soon after Ctrl-C, and is waited for. */
  readonly endsItself?: boolean;
}

/** What a subcommand works with. */
export interface ServiceSession extends Omit<ServiceAddress, 'url'> {
  readonly client: RoutingClient;
}

/** Gives a subcommand the service, by the options of the whole command. */
type WithService = <T>(
  command: Command,
  work: (service: ServiceAddress) => Promise<T>,
  options?: ServiceOptions,
) => Promise<T>;

/** The same with a client that has the API key. */
type WithSession = <T>(
  command: Command,
  work: (session: ServiceSession) => Promise<T>,
  options?: ServiceOptions & Pick<ClientOptions, 'retries'>,
) => Promise<T>;

/** What a subcommand is made with. */
export interface WrsContext {
  readonly env: WrsDeps['env'];
  readonly withService: WithService;
  readonly withSession: WithSession;
  readonly withDatabase: WrsDeps['withDatabase'];
  readonly readInput: WrsDeps['readInput'];
  readonly confirm: WrsDeps['confirm'];
  readonly ask: WrsDeps['ask'];
  readonly out: Writable;
  readonly screen: Screen;
  /** How data looks. */
  readonly look: Look;
  /** Data that does not come from the service, without control characters if it is shown on a terminal. */
  shown<T>(data: T): T;
  /** Writes lines of data. */
  print(text: string): void;
  /** Writes lines that are not part of the data. */
  comment(text: string): void;
  /** Suggests the next command: `npx wrs`, the text, and words that a shell may need quoted. It is not part of the data. */
  suggest(what: string, command: string, ...words: readonly string[]): void;
  /** Ends the command with exit code 1 or another although nothing was refused, for example if a run has failed. */
  fail(exitCode?: number): void;
}

/** The API key of the whole command: `--key`, else WRS_API_KEY. */
export function keyOf(command: Command, env: WrsDeps['env']): string | undefined {
  return command.optsWithGlobals<{ key?: string }>().key ?? (env.WRS_API_KEY || undefined);
}

import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { RoutingClient } from '../../shared/client/client.ts';
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
  readInput(): Promise<string>;
}

/** What a subcommand works with. */
export interface ServiceSession {
  readonly client: RoutingClient;
  /** The service runs only as long as this command. */
  readonly own: boolean;
  /** Aborts on Ctrl-C. The command then ends with 130, whatever its work does. */
  readonly interrupted: AbortSignal;
}

/** Gives a subcommand a session, by the options of the whole command. */
export type WithSession = <T>(command: Command, work: (session: ServiceSession) => Promise<T>) => Promise<T>;

/** What a subcommand is made with. */
export interface WrsContext {
  readonly env: WrsDeps['env'];
  readonly withSession: WithSession;
  readonly withDatabase: WrsDeps['withDatabase'];
  readonly readInput: WrsDeps['readInput'];
  readonly out: Writable;
  readonly screen: Screen;
  /** How data looks. */
  readonly look: Look;
  /** Writes lines of data. */
  print(text: string): void;
  /** Writes lines that are not part of the data. */
  comment(text: string): void;
  /** Suggests the next command. The suggestion is not part of the data. */
  suggest(what: string, command: string): void;
  /** Ends the command with exit code 1 or another although nothing was refused, for example if a run has failed. */
  fail(exitCode?: number): void;
}

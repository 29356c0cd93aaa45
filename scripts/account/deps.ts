import type { Database } from '../../shared/db/database.ts';
import type { Look } from '../terminal/look.ts';

/** What the account command needs from outside. */
export interface AccountCommandDeps {
  /** Opens the database and closes it after `work`. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Writes a line of data. */
  print(line: string): void;
  /** Writes a line of comment. */
  comment(line: string): void;
  /** All of the standard input. */
  readInput(): Promise<string>;
  /** How data looks. */
  readonly look: Look;
  /** The address at which the service of this configuration listens, or will listen. */
  serviceUrl(): Promise<string>;
}

/** Suggests the next call of the command, as a comment. */
export function suggest({ comment }: Pick<AccountCommandDeps, 'comment'>, what: string, args: string): void {
  comment(`${what}: npm run --silent account -- ${args}`);
}

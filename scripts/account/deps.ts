import type { Database } from '../../shared/db/database.ts';

/** What the account command needs of the world. */
export interface AccountCommandDeps {
  /** Opens the database, if the command comes to need one, and closes it after `work`. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Writes a line of data. */
  print(line: string): void;
  /** Writes a line of comment. */
  tell(line: string): void;
  /** All of the standard input. */
  readInput(): Promise<string>;
}

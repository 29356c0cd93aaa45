import type { Database } from '../../shared/db/database.ts';
import type { Look } from '../terminal/look.ts';

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
  /** How data looks. */
  readonly look: Look;
  /** Where the service of this configuration listens, or will listen. */
  serviceUrl(): Promise<string>;
}

/** Says beside the data which call of the command is useful next. */
export function suggest({ tell }: Pick<AccountCommandDeps, 'tell'>, what: string, args: string): void {
  tell(`${what}: npm run --silent account -- ${args}`);
}

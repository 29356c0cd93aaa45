import { Writable } from 'node:stream';
import type { Database } from '../../../shared/db/database.ts';
import { runWrs } from '../../wrs/command.ts';
import type { WrsDeps } from '../../wrs/context.ts';

/** What a call of `wrs` answered: its exit code, its data, and its messages. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly screen: string;
}

interface CallOptions {
  readonly db?: Database;
  /** Opens the database instead, and fails. */
  readonly open?: () => Promise<never>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** The person at the terminal; by default there is none. */
  readonly confirm?: WrsDeps['confirm'];
  readonly ask?: WrsDeps['ask'];
  /** The width of the terminal; by default there is none. */
  readonly columns?: number;
}

const noDatabase = () => Promise.reject(new Error('This call has no database.'));

/** Runs `wrs` with these words, as the shell would. */
export async function callWrs(
  args: readonly string[],
  { db, open = noDatabase, env = {}, input = '', confirm = null, ask = null, columns }: CallOptions = {},
): Promise<Ran> {
  let out = '';
  let screen = '';
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    out += chunk;
    done();
  };
  const code = await runWrs(args, {
    env,
    out: Object.assign(new Writable({ write }), columns === undefined ? {} : { isTTY: true, columns }),
    screen: { write: (text) => (screen += text) },
    withDatabase: (work) => (db ? work(db) : open()),
    readInput: async () => Buffer.from(input),
    confirm,
    ask,
  });
  return { code, out, screen };
}

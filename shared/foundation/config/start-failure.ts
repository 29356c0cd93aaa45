import { isUnavailable } from '../errors/is-unavailable.ts';
import type { Config } from './config.ts';

/** The service does not start because of a setting. The message names the setting and says what to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** The steps of a start whose failures are explained. */
type StartStep = 'database' | 'data folder' | 'listen';

type Sentences = Readonly<Record<string, (config: StartSettings, error: NodeJS.ErrnoException) => string>>;
type StartSettings = Pick<Config, 'port' | 'host' | 'dataDir'>;

const DATA_DIR_NOT_WRITABLE = ({ dataDir }: StartSettings) =>
  `DATA_DIR (${dataDir}) cannot be written. Set DATA_DIR to a folder of the user that runs the service, or set ` +
  'DATABASE_URL to a PostgreSQL server of your own.';

const NOT_REACHED = (_: StartSettings, { message }: Error) =>
  `DATABASE_URL names a server that cannot be reached (${message}). Start PostgreSQL there, correct DATABASE_URL, or ` +
  'remove it: then the service runs its own server.';

const NOT_SIGNED_IN = (_: StartSettings, { message }: Error) =>
  `The server at DATABASE_URL refuses its user (${message}). Correct the user and the password in DATABASE_URL.`;

const NO_SUCH_HOST = ({ host }: StartSettings) =>
  `HOST (${host}) is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`;

/** By the code of the error: of Node, or a SQLSTATE. */
const SENTENCES: Readonly<Record<StartStep, Sentences>> = {
  'data folder': {
    EACCES: DATA_DIR_NOT_WRITABLE,
    EPERM: DATA_DIR_NOT_WRITABLE,
    EROFS: DATA_DIR_NOT_WRITABLE,
    ENOTDIR: ({ dataDir }) => `DATA_DIR (${dataDir}) is not a folder. Set DATA_DIR to a folder.`,
    EEXIST: ({ dataDir }) => `DATA_DIR (${dataDir}) is not a folder. Set DATA_DIR to a folder.`,
    ENOSPC: ({ dataDir }) => `The disk of DATA_DIR (${dataDir}) is full. Make room, or set another DATA_DIR.`,
  },
  database: {
    ECONNREFUSED: NOT_REACHED,
    ECONNRESET: NOT_REACHED,
    ENOTFOUND: NOT_REACHED,
    EAI_AGAIN: NOT_REACHED,
    ETIMEDOUT: NOT_REACHED,
    EHOSTUNREACH: NOT_REACHED,
    '28000': NOT_SIGNED_IN,
    '28P01': NOT_SIGNED_IN,
    '3D000': (_, { message }) =>
      `DATABASE_URL names a database that does not exist (${message}). Create it, or correct the name at the end of ` +
      'DATABASE_URL.',
    '42501': (_, { message }) =>
      `The user of DATABASE_URL may not create tables (${message}). Make it the owner of its database.`,
  },
  listen: {
    EADDRINUSE: ({ port }) =>
      `PORT ${port} is in use by another program (EADDRINUSE). Stop that program, or set PORT to another number; 0 takes a free one.`,
    EACCES: ({ port }) =>
      `PORT ${port} needs more rights than the service has. Set PORT to a number from 1024 to 65535.`,
    EADDRNOTAVAIL: NO_SUCH_HOST,
    ENOTFOUND: NO_SUCH_HOST,
  },
};

/** For any other error that says that something is not available at the moment. */
const UNAVAILABLE: Partial<Record<StartStep, Sentences[string]>> = {
  database: (_, { message }) =>
    `The server at DATABASE_URL did not answer while the service started (${message}). Start the service again when ` +
    'PostgreSQL answers.',
};

/** Runs a step of the start. Throws StartFailure if a setting is known as the cause, otherwise what the step throws. */
export async function startStep<T>(
  step: StartStep,
  config: StartSettings,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const sentence = SENTENCES[step][code ?? ''] ?? (isUnavailable(error) ? UNAVAILABLE[step] : undefined);
    if (sentence === undefined) throw error;
    throw new StartFailure(sentence(config, error as NodeJS.ErrnoException), { cause: error });
  }
}

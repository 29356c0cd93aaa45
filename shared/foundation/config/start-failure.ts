import { isUnavailable } from '../errors/is-unavailable.ts';
import type { Config } from './config.ts';

/** The service does not start because of a setting. The message names the setting and says what to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** The steps of a start whose failures are explained. */
type StartStep = 'database' | 'data folder' | 'listen';

/** `why` is the message of the error. */
type Sentences = Readonly<Record<string, (config: StartSettings, why: string) => string>>;
type StartSettings = Partial<Pick<Config, 'port' | 'host' | 'dataDir'>>;

const DATA_DIR_NOT_WRITABLE = ({ dataDir }: StartSettings) =>
  `DATA_DIR (${dataDir}) cannot be written. Set DATA_DIR to a folder of the user that runs the service, or set ` +
  'DATABASE_URL to a PostgreSQL server of your own.';

const NOT_REACHED = (_: StartSettings, why: string) =>
  `DATABASE_URL names a server that cannot be reached (${why}). Start PostgreSQL there, correct DATABASE_URL, or ` +
  'remove it: then the service runs its own server.';

const NOT_SIGNED_IN = (_: StartSettings, why: string) =>
  `The server at DATABASE_URL refuses its user (${why}). Correct the user and the password in DATABASE_URL.`;

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
    '3D000': (_, why) =>
      `DATABASE_URL names a database that does not exist (${why}). Create it, or correct the name at the end of ` +
      'DATABASE_URL.',
    '42501': (_, why) =>
      `The user of DATABASE_URL may not create tables (${why}). Make it the owner of its database.`,
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
  database: (_, why) =>
    `The server at DATABASE_URL did not answer (${why}). Try again when PostgreSQL answers.`,
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
    const { code = '', message } = error as NodeJS.ErrnoException;
    const sentence = SENTENCES[step][code] ?? (isUnavailable(error) ? UNAVAILABLE[step] : undefined);
    if (sentence === undefined) throw error;
    // The error of a host with several addresses, such as localhost, has a code and no message.
    throw new StartFailure(sentence(config, message || code), { cause: error });
  }
}

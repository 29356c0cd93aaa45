import type { Refused } from '../../shared/client/client.ts';

/** A wrong call or a file that cannot be sent as it is: exit code 2. */
export class UsageError extends Error {
  /** Each fault names its place. */
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[] = []) {
    super(message);
    this.faults = faults;
  }
}

/** The thing that was asked for does not exist: exit code 1. */
export class NotThere extends Error {}

/** Ctrl-C or SIGTERM: exit code 130. */
export class Interrupted extends Error {}

type Fault = Refused['errors'][number];

/** What a refusal says: its sentence, then each fault with its place, a line each. */
export function refusalText({ message, errors }: Pick<Refused, 'message' | 'errors'>): string {
  // The sentence names a single fault already.
  const isSaid = errors.length === 1 && message.includes(lineOf(errors[0]!));
  return [message, ...(isSaid ? [] : errors.map(lineOf))].join('\n');
}

const lineOf = ({ path, message }: Fault) => `${path}: ${message}`;

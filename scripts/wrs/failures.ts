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

/** What a refusal says: its sentence, then each fault with its place, a line each. */
export function refusalText({ message, errors }: Refused): string {
  return [message, ...errors.map((fault) => `${fault.path}: ${fault.message}`)].join('\n');
}

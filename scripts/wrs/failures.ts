/** A wrong call or a file that cannot be sent as it is: exit code 2. */
export class UsageError extends Error {
  /** Each fault names its place. */
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[] = []) {
    super(message);
    this.faults = faults;
  }
}

/** The service has refused a request: exit code 1. */
export class Refused extends Error {
  readonly status: number;
  readonly errors: readonly { readonly path: string; readonly message: string }[];

  constructor(status: number, detail: string, errors: Refused['errors'] = []) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

/** The thing that was asked for does not exist: exit code 1. */
export class NotThere extends Error {}

/** The service cannot be reached, or cannot serve for the moment: exit code 3. */
export class Unreachable extends Error {}

/** Ctrl-C or SIGTERM: exit code 130. */
export class Interrupted extends Error {}

/** The service has refused a request. Decide by `code`; the message may change its words. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** What is wrong and where, if the body is faulty. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];

  constructor(
    status: number,
    detail: string,
    { code, errors = [] }: { readonly code?: string; readonly errors?: Refused['errors'] } = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** The service cannot be reached, or cannot serve for the moment. */
export class Unreachable extends Error {}

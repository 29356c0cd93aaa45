/** What an answer, or the lack of one, says beside its sentence. */
interface FailureFacts {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
}

/** A call that did not succeed. Decide by `code`; the message may change its words. */
abstract class Failed extends Error {
  /** The status of the answer; undefined if there was none. */
  abstract readonly status: number | undefined;
  /** The service's code; without an answer `timeout`, or a code of Node.js such as `ECONNREFUSED`. */
  readonly code: string | undefined;
  /** The `X-Request-Id` of the answer, by which the service's log names the request. */
  readonly requestId: string | undefined;

  constructor(detail: string, { code, requestId }: FailureFacts, options?: ErrorOptions) {
    super(detail, options);
    this.name = new.target.name;
    this.code = code;
    this.requestId = requestId;
  }
}

/** The service has refused a request. */
export class Refused extends Failed {
  readonly status: number;
  /** What is wrong and where, if the body is faulty. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];

  constructor(
    status: number,
    detail: string,
    { errors = [], ...facts }: FailureFacts & { readonly errors?: Refused['errors'] | undefined } = {},
  ) {
    super(detail, facts);
    this.status = status;
    this.errors = errors;
  }
}

/** The service cannot be reached, or cannot serve for the moment. */
export class Unreachable extends Failed {
  readonly status: number | undefined;

  constructor(detail: string, { status, ...facts }: FailureFacts = {}, options?: ErrorOptions) {
    super(detail, facts, options);
    this.status = status;
  }
}

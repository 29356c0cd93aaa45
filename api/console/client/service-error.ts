/** What is wrong at one place of what was sent. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** An answer that is none: its status (0 where nothing answered), code and sentence, and on 422 the faults. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];
  /** The body as it came, where a refusal carries more than a sentence. */
  readonly body: unknown;

  /** When the service wants to be asked again; null where it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    const { detail, code, errors } = (body ?? {}) as { detail?: string; code?: string; errors?: Fault[] };
    super(detail ?? 'The service does not answer. Is it running, and can this browser reach it?');
    this.status = status;
    this.code = code ?? 'unreachable';
    this.faults = errors ?? [];
    this.body = body;
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter);
  }
}

/** Whether the service does not know what was asked for. */
export const isMissing = (error: unknown) => error instanceof ServiceError && error.status === 404;

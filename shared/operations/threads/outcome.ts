import { AppError } from '../../foundation/errors/app-error.ts';
import { isUnavailable } from '../../foundation/errors/is-unavailable.ts';

/** A result or a failure as plain data. The class and the fields of an error do not cross a thread boundary. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | ({ readonly ok: false; readonly refusal: Refusal } & Failure)
  | ({
      readonly ok: false;
      readonly message: string;
      readonly code: string | null;
      readonly stack: string;
    } & Failure);

interface Failure {
  /** Whether the failure is temporary. Its causes, which say so, do not leave the thread. */
  readonly unavailable: boolean;
}

/** What an AppError says to the caller of the service. */
interface Refusal extends Pick<AppError, 'code' | 'faults' | 'retryAfterSeconds'> {
  readonly detail: string;
}

/** Runs `work` and catches what it throws. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const unavailable = isUnavailable(error);
    if (error instanceof AppError) {
      const { code, message: detail, faults, retryAfterSeconds } = error;
      return { ok: false, unavailable, refusal: { code, detail, faults, retryAfterSeconds } };
    }
    const { message, code, stack } = error as Error & { code?: unknown };
    return {
      ok: false,
      unavailable,
      message: String(message),
      code: typeof code === 'string' ? code : null,
      stack: stack ?? '',
    };
  }
}

/** Returns the value, or throws the failure again: an AppError as it was, any other error with its message and code. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { unavailable } = outcome;
  if ('refusal' in outcome) {
    const { code, detail, faults, retryAfterSeconds } = outcome.refusal;
    const error = new AppError(code, detail, {
      ...(faults && { faults }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
    throw Object.assign(error, { unavailable });
  }
  const error = Object.assign(new Error(outcome.message), { code: outcome.code, unavailable });
  error.stack = outcome.stack;
  throw error;
}

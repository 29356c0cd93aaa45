import { AppError } from '../errors/app-error.ts';
import { isUnavailable } from '../errors/is-unavailable.ts';

/** A result or a failure as plain data, fit to cross a thread boundary: an error's class and fields are not. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | ({ readonly ok: false; readonly told: Told } & Failure)
  | ({
      readonly ok: false;
      readonly message: string;
      readonly code: string | null;
      readonly stack: string;
    } & Failure);

interface Failure {
  /** Whether it passes by itself. Its causes say so, and stay in the thread. */
  readonly unavailable: boolean;
}

/** What an AppError tells its caller. */
interface Told extends Pick<AppError, 'code' | 'faults' | 'retryAfterSeconds'> {
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
      return { ok: false, unavailable, told: { code, detail, faults, retryAfterSeconds } };
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

/** Gives the value back, or throws the failure again: an AppError as it was, any other with its message and code. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { unavailable } = outcome;
  if ('told' in outcome) {
    const { code, detail, faults, retryAfterSeconds } = outcome.told;
    const told = new AppError(code, detail, {
      ...(faults && { faults }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
    throw Object.assign(told, { unavailable });
  }
  const error = Object.assign(new Error(outcome.message), { code: outcome.code, unavailable });
  error.stack = outcome.stack;
  throw error;
}

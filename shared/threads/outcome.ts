/** A result or a failure as plain data, fit to cross a thread boundary. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string; readonly code: string | null; readonly stack: string };

/** Runs `work` and catches what it throws. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const { message, code, stack } = error as Error & { code?: unknown };
    return {
      ok: false,
      message: String(message),
      code: typeof code === 'string' ? code : null,
      stack: stack ?? '',
    };
  }
}

/** Gives the value back, or throws the failure again with its message and code. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const error = Object.assign(new Error(outcome.message), { code: outcome.code });
  error.stack = outcome.stack;
  throw error;
}

import { CommanderError } from 'commander';
import { Refused, Unreachable } from '../../shared/client/client.ts';
import { ConfigError } from '../../shared/foundation/config/config-error.ts';
import { StartFailure } from '../../shared/foundation/config/start-failure.ts';
import { AppError } from '../../shared/foundation/errors/app-error.ts';

/** A wrong call or a file that cannot be sent as it is: exit code 2. */
export class UsageError extends Error {}

/** The thing that was asked for does not exist: exit code 1. */
export class NotThere extends Error {}

/** Nothing has changed for as long as the caller was ready to wait: exit code 5. */
export class OutOfPatience extends Error {}

/** Ctrl-C or SIGTERM: exit code 130. */
export class Interrupted extends Error {}

/** How a command has failed, as it is printed with `--json`. The names are those of an error of the API. */
interface Failure {
  readonly exit_code: number;
  readonly code: string;
  readonly status?: number | undefined;
  readonly detail: string;
  readonly errors?: readonly Fault[];
  readonly request_id?: string | undefined;
}

/** Failures of a call that is well-formed and does not fit the account. */
const UNFIT: ReadonlySet<string> = new Set([
  'validation_failed',
  'already_exists',
  'last_owner',
  'account_limit',
]);

/** What a failure means: its exit code, and its code for programs. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Refused) {
    const { status, code = `http_${status}`, message, errors, requestId } = error;
    return { exit_code: 1, code, status, detail: message, errors, request_id: requestId };
  }
  if (error instanceof AppError) {
    const { code, message, faults = [] } = error;
    return { exit_code: UNFIT.has(code) ? 2 : 1, code, detail: message, errors: faults };
  }
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof Unreachable) {
    const { code = 'unreachable', status, requestId } = error;
    return { exit_code: 3, code, status, detail, request_id: requestId };
  }
  if (error instanceof StartFailure) return { exit_code: 3, code: 'not_started', detail };
  if (error instanceof OutOfPatience) return { exit_code: 5, code: 'out_of_patience', detail };
  if (error instanceof CommanderError)
    return { exit_code: 2, code: 'wrong_call', detail: detail.replace(/^error: /, '') };
  if (error instanceof UsageError || error instanceof ConfigError)
    return { exit_code: 2, code: 'wrong_call', detail };
  return { exit_code: 1, code: error instanceof NotThere ? 'not_found' : 'failed', detail };
}

type Fault = Refused['errors'][number];

/** What a refusal says: its sentence, then each fault with its place, a line each. */
export function refusalText({ message, errors }: Pick<Refused, 'message' | 'errors'>): string {
  // The sentence names a single fault already.
  const isSaid = errors.length === 1 && message.includes(lineOf(errors[0]!));
  return [message, ...(isSaid ? [] : errors.map(lineOf))].join('\n');
}

const lineOf = ({ path, message }: Fault) => `${path}: ${message}`;

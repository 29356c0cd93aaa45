import { setTimeout as pause } from 'node:timers/promises';
import { Refused, Unreachable } from '../../../shared/client/client.ts';
import { KEY_HOURS } from '../../../shared/ledger/idempotency/idempotency-keys.ts';
import { shown } from '../../terminal/escape-controls.ts';
import type { Screen } from '../../terminal/look.ts';
import { ProgressDisplay } from '../../terminal/progress-display.ts';
import type { ServiceSession, WrsContext } from '../context.ts';
import { refusalText } from '../failures.ts';
import { type FileSender, NoneTaken, RunNotCompleted, type SentFile } from './senders.ts';
import type { TakenFile } from './taken-file.ts';

/** After the client's own attempts. */
const TRY_AGAIN_MS = 10_000;
/** The service knows an Idempotency-Key for a day. After this time it would route the file again. */
const KEY_LIFE_MS = (KEY_HOURS - 1) * 3_600_000;

/** Answers that blame the file. After others than these and the temporary ones, nothing can be sent. */
const FAULTS: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);
/** Answers after which the same file may be taken later: the plan has room again next month, or when it is changed. */
const TEMPORARY: ReadonlySet<number> = new Set([402, 408, 429]);

/** A file that was taken too long ago to be sent again. */
class TooOld extends Error {}

/** What is known of a file in the end. */
export interface Settled extends SentFile {
  readonly failed: boolean;
}

/**
 * Sends a file until it is known whether it is done or faulty. Null if Ctrl-C came while the service was away: the file is
 * taken up the next time. Throws Unusable, and what is not the file's fault, such as a refused key; with `once` also
 * Unreachable.
 */
export async function settle(
  file: TakenFile,
  send: FileSender,
  once: boolean,
  { client, interrupted }: ServiceSession,
  { screen, comment }: WrsContext,
): Promise<Settled | null> {
  // Without a terminal there is a line for each file, and no progress.
  const display = new ProgressDisplay(screen.isTTY ? screen : SILENT);
  do {
    try {
      if (Date.now() - file.claim.claimedAt > KEY_LIFE_MS) throw new TooOld(TOO_OLD);
      return { failed: false, ...(await send(file, client, display)) };
    } catch (error) {
      if (isFault(error)) return { failed: true, text: textOf(error), warnings: [] };
      if (once || !isTemporary(error)) throw error;
      display.end();
      comment(`${shown(file.name)}: ${error.message} It is tried again.`);
      await pause(TRY_AGAIN_MS, undefined, { signal: interrupted }).catch(() => undefined);
    } finally {
      display.end();
    }
  } while (!interrupted.aborted);
  return null;
}

const SILENT: Screen = { write: () => undefined };

const TOO_OLD =
  'This file was taken almost a day ago or earlier, and it is not known whether its orders were routed. Look at one ' +
  '(npx wrs why ORDER_ID). If they were not, put the file into the folder again.';

function isFault(error: unknown): error is Error {
  if (error instanceof Refused) return FAULTS.has(error.status) || error.code === 'upload_limit';
  return [RunNotCompleted, NoneTaken, TooOld].some((kind) => error instanceof kind);
}

const textOf = (error: Error) => (error instanceof Refused ? refusalText(error) : error.message);

function isTemporary(error: unknown): error is Error {
  if (error instanceof Unreachable) return true;
  return error instanceof Refused && (error.status >= 500 || TEMPORARY.has(error.status));
}

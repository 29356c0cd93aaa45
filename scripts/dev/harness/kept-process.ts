import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Pauses before a restart, in milliseconds: the first, and the longest. Each is twice the one before. */
interface RestartPauses {
  readonly first: number;
  readonly longest: number;
}

const PAUSES: RestartPauses = { first: 100, longest: 5_000 };

/** A program that exits this many times in a row, each time within `STARTED_MS`, cannot start. */
const FAILURES = 20;
const STARTED_MS = 10_000;

interface KeptProcessOptions {
  readonly pauses?: RestartPauses;
  readonly failures?: number;
  /** Called with the reason why the process is not started again. By default the reason is thrown, which ends this process. */
  readonly onGivenUp?: (error: Error) => void;
}

/** The exit code or signal of a process, and the pause before it is started again, in milliseconds. */
type OnRestart = (code: number | null, signal: NodeJS.Signals | null, pauseMs: number) => void;

/**
 * A process that is started again whenever it ends, until `end` is called. If it exits soon after its start, the next
 * start comes after a growing pause. After some such failures in a row it is not started again.
 */
export class KeptProcess {
  #child: ChildProcess;
  readonly #start: () => ChildProcess;
  readonly #onRestart: OnRestart;
  readonly #options: Required<KeptProcessOptions>;
  #failures = 0;
  #restart: NodeJS.Timeout | undefined;
  #ending = false;

  constructor(
    start: () => ChildProcess,
    onRestart: OnRestart = () => {},
    { pauses = PAUSES, failures = FAILURES, onGivenUp = throwIt }: KeptProcessOptions = {},
  ) {
    this.#start = start;
    this.#onRestart = onRestart;
    this.#options = { pauses, failures, onGivenUp };
    this.#child = this.#watch();
  }

  get pid(): number {
    return this.#child.pid!;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#ending = true;
    clearTimeout(this.#restart);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }

  #watch(): ChildProcess {
    const child = this.#start();
    const started = performance.now();
    child.once('exit', (code, signal) => {
      if (this.#ending) return;
      // A signal is mostly a fault that a check makes.
      const hasFailed = signal === null && performance.now() - started < STARTED_MS;
      this.#failures = hasFailed ? this.#failures + 1 : 0;
      const { failures, onGivenUp } = this.#options;
      if (this.#failures === failures) {
        onGivenUp(
          new Error(`${child.spawnargs.join(' ')} ended ${failures} times in a row, last with ${code}.`),
        );
        return;
      }
      const pauseMs = this.#pause();
      this.#onRestart(code, signal, pauseMs);
      this.#restart = setTimeout(() => {
        this.#child = this.#watch();
      }, pauseMs);
    });
    return child;
  }

  /** None after a process that had started. */
  #pause(): number {
    if (this.#failures === 0) return 0;
    const { first, longest } = this.#options.pauses;
    return Math.min(longest, first * 2 ** (this.#failures - 1));
  }
}

function throwIt(error: Error): never {
  throw error;
}

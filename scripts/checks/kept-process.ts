import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A process that is started again whenever it ends, until `end` is called. */
export class KeptProcess {
  #child: ChildProcess;
  readonly #start: () => ChildProcess;
  readonly #onRestart: (code: number | null, signal: NodeJS.Signals | null) => void;
  #ending = false;

  /** `onRestart` gets the exit code or signal of the process that is started again. */
  constructor(
    start: () => ChildProcess,
    onRestart: (code: number | null, signal: NodeJS.Signals | null) => void = () => {},
  ) {
    this.#start = start;
    this.#onRestart = onRestart;
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
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }

  #watch(): ChildProcess {
    const child = this.#start();
    child.once('exit', (code, signal) => {
      if (this.#ending) return;
      this.#onRestart(code, signal);
      this.#child = this.#watch();
    });
    return child;
  }
}

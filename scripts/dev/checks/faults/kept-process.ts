import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Before a process that ended by itself is started again: it may have ended because its database is away. */
const PAUSE_MS = 300;

/** A process that is started again whenever it ends, until `end` is called. */
export class KeptProcess {
  #child: ChildProcess;
  readonly #start: () => ChildProcess;
  #restart: NodeJS.Timeout | undefined;
  #ending = false;

  constructor(start: () => ChildProcess) {
    this.#start = start;
    this.#child = this.#watch();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async end(): Promise<void> {
    this.#ending = true;
    clearTimeout(this.#restart);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  #watch(): ChildProcess {
    const child = this.#start();
    child.once('exit', (_code, signal) => {
      if (this.#ending) return;
      this.#restart = setTimeout(
        () => {
          this.#child = this.#watch();
        },
        signal === null ? PAUSE_MS : 0,
      );
    });
    return child;
  }
}

import type { RunProgress } from '../../shared/contracts/run.ts';
import { megabytes, progressBar, progressLine } from './progress-line.ts';

const CLEAR_LINE = '\r\u001B[K';
/** Without a screen, a line this often is enough. */
const LINE_EVERY_MS = 5000;

/** Where a command's course is shown: the standard error stream. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows how far a run is: a bar that is drawn over on a screen, lines now and then elsewhere. */
export class Display {
  readonly #screen: Screen;
  readonly #now: () => number;
  #spokenAt = Number.NEGATIVE_INFINITY;
  #phase = '';

  constructor(screen: Screen, now: () => number = Date.now) {
    this.#screen = screen;
    this.#now = now;
  }

  /** Bytes of the file sent so far; `total` is null where that is not known. */
  sent(bytes: number, total: number | null): void {
    const ofTotal = total === null ? '' : ` of ${megabytes(total)}`;
    this.#show('sending', `sending ${megabytes(bytes)}${ofTotal}`, `sending ${megabytes(bytes)}${ofTotal}`);
  }

  progress(progress: RunProgress): void {
    this.#show(progress.phase, progressBar(progress), progressLine(progress));
  }

  /** A line that stays. */
  tell(line: string): void {
    this.end();
    this.#screen.write(`${line}\n`);
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#screen.isTTY) this.#screen.write(CLEAR_LINE);
  }

  #show(phase: string, bar: string, line: string): void {
    if (this.#screen.isTTY) {
      this.#screen.write(CLEAR_LINE + bar.slice(0, (this.#screen.columns ?? 80) - 1));
      return;
    }
    const now = this.#now();
    if (phase === this.#phase && now - this.#spokenAt < LINE_EVERY_MS) return;
    this.#phase = phase;
    this.#spokenAt = now;
    this.#screen.write(`${line}\n`);
  }
}

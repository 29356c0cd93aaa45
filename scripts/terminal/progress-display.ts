import type { RunProgress } from '../../shared/contracts/run.ts';
import { LiveLine } from './live-line.ts';
import type { Screen } from './look.ts';
import { dataSize } from './numbers.ts';
import { progressBar, progressLine } from './progress-line.ts';

/** Shows how far a file is sent and how far a run is. */
export class ProgressDisplay {
  readonly #screen: Screen;
  readonly #line: LiveLine;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#line = new LiveLine(screen);
  }

  /** Shows how many bytes of the file are sent. `total` is null if it is not known. */
  sent(bytes: number, total: number | null): void {
    const text = `sending ${dataSize(bytes)}${total === null ? '' : ` of ${dataSize(total)}`}`;
    this.#line.show('sending', (columns) => text.slice(0, columns), text);
  }

  progress(progress: RunProgress): void {
    const draw = (columns: number) => progressBar(progress, columns);
    this.#line.show(progress.phase, draw, progressLine(progress));
  }

  /** Writes a line that stays. */
  writeLine(line: string): void {
    this.end();
    this.#screen.write(`${line}\n`);
  }

  /** Removes the bar. */
  end(): void {
    this.#line.clear();
  }
}

import { columnsOf, type Screen } from './look.ts';

const CLEAR_LINE = '\r\u001B[K';
/** Without a terminal, a line this often is enough. */
const LINE_EVERY_MS = 5000;

/**
 * A line that changes in place on a terminal; elsewhere a plain line now and then. (Libraries that draw such lines
 * never come back from a terminal that reports 0 columns, as they count the lines to clear.)
 */
export class LiveLine {
  readonly #screen: Screen;
  readonly #now: () => number;
  #topic = '';
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(screen: Screen, now: () => number = Date.now) {
    this.#screen = screen;
    this.#now = now;
  }

  /**
   * Shows the present state: on a terminal what `draw` makes for its columns; elsewhere `plain`, when `topic` changes
   * and every five seconds.
   */
  show(topic: string, draw: (columns: number) => string, plain: string): void {
    if (this.#screen.isTTY) {
      // The last column stays free: a terminal may begin a new line when it is written.
      this.#screen.write(CLEAR_LINE + draw(columnsOf(this.#screen) - 1));
      return;
    }
    const now = this.#now();
    if (topic === this.#topic && now - this.#writtenAt < LINE_EVERY_MS) return;
    this.#topic = topic;
    this.#writtenAt = now;
    this.#screen.write(`${plain}\n`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#screen.isTTY) this.#screen.write(CLEAR_LINE);
  }
}

import { columnsOf, type Screen } from './look.ts';

const CLEAR_LINE = '\r\u001B[K';
/** How often a line is written without a terminal. */
const LINE_EVERY_MS = 5000;

/**
 * A line that changes in place on a terminal. Without a terminal it is a plain line from time to time. The reason why no
 * library is used is in docs/explanation/design-decisions.md.
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
   * Shows the present state: on a terminal what `draw` makes for its columns; otherwise `plain`, if `topic` has changed and
   * every five seconds.
   */
  show(topic: string, draw: (columns: number) => string, plain: string): void {
    if (this.#screen.isTTY) {
      // The last column stays free, because a terminal may begin a new line after it.
      this.#screen.write(CLEAR_LINE + draw(columnsOf(this.#screen) - 1));
      return;
    }
    const now = this.#now();
    if (topic === this.#topic && now - this.#writtenAt < LINE_EVERY_MS) return;
    this.#topic = topic;
    this.#writtenAt = now;
    this.#screen.write(`${plain}\n`);
  }

  /** Removes the line. */
  clear(): void {
    if (this.#screen.isTTY) this.#screen.write(CLEAR_LINE);
  }
}

import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { Screen } from '../wrs/display.ts';

/** Writes for a person: readable without colour, and in a log as well as on a screen. */
export interface Terminal {
  /** Writes a line, indented, or an empty one. */
  line(text?: string): void;
  heading(text: string): void;
  /** Tells of something that is done. */
  done(text: string): void;
  /** Where the progress of long work is drawn. */
  readonly screen: Screen;
  /**
   * Does `work` while saying so, then tells its outcome: `outcome` makes a sentence of the result and of the
   * seconds that it took. A failure is told and thrown on.
   */
  step<T>(label: string, work: () => Promise<T>, outcome: (result: T, seconds: number) => string): Promise<T>;
  strong(text: string): string;
  faint(text: string): string;
}

/** How a terminal looks: `colour` as such, `live` where a line can be written over. */
export interface TerminalStyle {
  readonly colour: boolean;
  readonly live: boolean;
  /** Characters of a line. */
  readonly columns?: number;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;
const CLEAR_LINE = '\r\u001B[K';

/** A terminal on standard output, say. */
export function createTerminal(out: Writable, { colour, live, columns = 80 }: TerminalStyle): Terminal {
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text;
  const line = (text = '') => out.write(text === '' ? '\n' : `  ${text}\n`);

  const done = (text: string) => line(`${paint('green', '✓')} ${text}`);

  function spin(label: string): () => void {
    if (!live) return () => {};
    let frame = 0;
    const draw = () =>
      out.write(`${CLEAR_LINE}  ${paint('cyan', FRAMES[frame++ % FRAMES.length]!)} ${label} …`);
    draw();
    const timer = setInterval(draw, FRAME_MS);
    return () => {
      clearInterval(timer);
      out.write(CLEAR_LINE);
    };
  }

  return {
    line,
    heading: (text) => out.write(`\n${paint('bold', text)}\n\n`),
    done,
    screen: { isTTY: live, columns, write: (text) => out.write(text) },
    async step(label, work, outcome) {
      const started = performance.now();
      const stop = spin(label);
      try {
        const result = await work();
        stop();
        done(outcome(result, (performance.now() - started) / 1000));
        return result;
      } catch (error) {
        stop();
        line(`${paint('red', '✗')} ${label}`);
        throw error;
      }
    },
    strong: (text) => paint('bold', text),
    faint: (text) => paint('dim', text),
  };
}

/** A whole number with thousands separated. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** A count with its noun: "1 order", "3,000 orders". */
export function counted(count: number, noun: string): string {
  return `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Seconds to two digits after the point. */
export function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

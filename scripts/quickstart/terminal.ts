import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

/** Writes for a person: readable without colour, and in a log as well as on a screen. */
export interface Terminal {
  /** Writes a line, indented, or an empty one. */
  line(text?: string): void;
  heading(text: string): void;
  /**
   * Does `work` while saying so, then tells its outcome: `done` makes a sentence of the result and of the
   * seconds that it took. A failure is told and thrown on.
   */
  step<T>(label: string, work: () => Promise<T>, done: (result: T, seconds: number) => string): Promise<T>;
  strong(text: string): string;
  faint(text: string): string;
}

/** How a terminal looks: `colour` as such, `live` where a line can be written over. */
export interface TerminalStyle {
  readonly colour: boolean;
  readonly live: boolean;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;
const CLEAR_LINE = '\r\u001B[K';

/** A terminal on standard output, say. */
export function createTerminal(out: Writable, { colour, live }: TerminalStyle): Terminal {
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text;
  const line = (text = '') => out.write(text === '' ? '\n' : `  ${text}\n`);

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
    async step(label, work, done) {
      const started = performance.now();
      const stop = spin(label);
      try {
        const result = await work();
        stop();
        line(`${paint('green', '✓')} ${done(result, (performance.now() - started) / 1000)}`);
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

import { type Look, lookOf, type Screen } from './look.ts';
import { whileSaying } from './spinner.ts';
import { paragraph } from './table.ts';

/** Writes text for people. It is readable without colour, on a screen and in a log. */
export interface Terminal {
  readonly look: Look;
  /** Where the progress of long work is drawn. */
  readonly screen: Screen;
  /** Writes indented lines, or an empty line. */
  line(text?: string): void;
  /** Writes an indented text, wrapped between words. */
  sentence(text: string): void;
  heading(text: string): void;
  /** Reports something that is done. */
  done(text: string): void;
  /**
   * Does `work` and shows its label meanwhile, then reports its outcome: `outcome` makes a sentence of the result and of the
   * seconds that it took. If it fails, the label is marked and the error is thrown.
   */
  step<T>(label: string, work: () => Promise<T>, outcome: (result: T, seconds: number) => string): Promise<T>;
}

const INDENT = 2;

/** A terminal that writes to a stream, for example the standard output. */
export function createTerminal(screen: Screen): Terminal {
  const own = lookOf(screen);
  const look: Look = { ...own, columns: own.columns - INDENT };
  const { paint } = look;
  const blanks = ' '.repeat(INDENT);
  const line = (text = '') => screen.write(`${text.replaceAll(/^(?=.)/gm, blanks)}\n`);
  /** Writes a sentence after a mark. Its further lines begin below its first word. */
  const marked = (mark: string, text: string) =>
    line(paragraph(text, look.columns, INDENT).replace(blanks, `${mark} `));
  const done = (text: string) => marked(paint.good('✓'), text);
  return {
    look,
    screen,
    line,
    sentence: (text) => line(paragraph(text, look.columns)),
    heading: (text) => screen.write(`\n${paint.strong(text)}\n\n`),
    done,
    async step(label, work, outcome) {
      const started = performance.now();
      try {
        const result = await whileSaying(screen, label, work, { indent: blanks });
        done(outcome(result, (performance.now() - started) / 1000));
        return result;
      } catch (error) {
        marked(paint.bad('✗'), label);
        throw error;
      }
    },
  };
}

import type { WrsContext } from '../context.ts';
import { UsageError } from '../failures.ts';

/** What is asked before something is erased for ever. */
interface Question {
  /** A sentence that says what is erased. */
  readonly warning: string;
  /** What is to be typed, such as `its slug`. */
  readonly word: string;
  readonly isRight: (typed: string) => boolean;
}

/** Asks a person to type the name of what is erased. Throws UsageError if it is another one, or nobody is there. */
export async function askBeforeErasing(
  { ask }: Pick<WrsContext, 'ask'>,
  { warning, word, isRight }: Question,
): Promise<void> {
  if (ask === null)
    throw new UsageError('Nobody is there to be asked: say --yes to erase without a question.');
  const typed = await ask(`${warning} Type ${word} to go on: `);
  if (!isRight(typed.trim())) throw new UsageError(`That is not ${word}: nothing was erased.`);
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

/** A piece of work that waits for a task. */
interface Waiting<Piece, Answer> {
  readonly piece: Piece;
  readonly inContext: (work: () => void) => void;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does pieces of work in a few tasks at a time. Pieces that come while all tasks are under way are done together by the
 * next one, in the context of its first piece. It begins in a later tick than the one before it ended, so that it has the
 * pieces that follow from those answers, too. So a piece waits for a task to end, and never for further callers.
 */
export class Together<Piece, Answer> {
  readonly #work: (pieces: readonly Piece[]) => Promise<readonly Answer[]>;
  readonly #mostOf: (waiting: readonly Piece[]) => number;
  #free: number;
  #waiting: Waiting<Piece, Answer>[] = [];

  /** `mostOf` says how many of the first pieces a task takes, at least one; by default all. `work` answers each of them. */
  constructor(
    tasks: number,
    work: (pieces: readonly Piece[]) => Promise<readonly Answer[]>,
    mostOf: (waiting: readonly Piece[]) => number = ({ length }) => length,
  ) {
    this.#free = tasks;
    this.#work = work;
    this.#mostOf = mostOf;
  }

  /** Resolves with the answer to a piece. Rejects as its task does. */
  do(piece: Piece): Promise<Answer> {
    return new Promise((resolve, reject) => {
      // One that begins at once is in its context already.
      const inContext = this.#free > 0 ? (work: () => void) => work() : AsyncLocalStorage.snapshot();
      this.#waiting.push({ piece, inContext, resolve, reject });
      this.#start();
    });
  }

  #start(): void {
    if (this.#free === 0 || this.#waiting.length === 0) return;
    this.#free -= 1;
    const taken = this.#waiting.splice(0, this.#mostOf(this.#waiting.map(({ piece }) => piece)));
    taken[0]!.inContext(() => void this.#run(taken));
  }

  async #run(taken: readonly Waiting<Piece, Answer>[]): Promise<void> {
    try {
      const answers = await this.#work(taken.map(({ piece }) => piece));
      for (const [place, { resolve }] of taken.entries()) resolve(answers[place]!);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
    await setImmediate();
    this.#free += 1;
    this.#start();
  }
}

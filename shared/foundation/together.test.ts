import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as eventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Together } from './together.ts';

/** Tasks that end one by one, each with the answers of its pieces. */
function tasksOf(most: number, mostOf?: (waiting: readonly string[]) => number) {
  const tasks: { readonly pieces: readonly string[]; readonly end: (failure?: Error) => Promise<void> }[] =
    [];
  const work = (pieces: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = (failure?: Error) => {
        if (failure) reject(failure);
        else resolve(pieces.map((piece) => `${piece} done`));
        return eventLoop().then(() => eventLoop()); // the next task begins in a later tick
      };
      tasks.push({ pieces, end });
    });
  const together = new Together(most, work, mostOf);
  return { together, tasks, begun: () => tasks.map(({ pieces }) => pieces.join('')) };
}

describe('Together', () => {
  it('begins at once while a task is free, and does what comes meanwhile in one', async () => {
    const { together, tasks, begun } = tasksOf(2);
    const answers = [...'abcde'].map((piece) => together.do(piece));
    expect(begun()).toEqual(['a', 'b']);
    await tasks[1]!.end();
    expect(begun()).toEqual(['a', 'b', 'cde']);
    await tasks[0]!.end();
    const late = together.do('f'); // not by a task that has begun
    expect(begun()).toEqual(['a', 'b', 'cde', 'f']);
    for (const { end } of tasks.slice(2)) await end();
    expect(await Promise.all([...answers, late])).toEqual([...'abcdef'].map((piece) => `${piece} done`));
  });

  it('does what follows from the answers of a task with what came meanwhile', async () => {
    const { together, tasks, begun } = tasksOf(1);
    const followed = [...'ab'].map((piece) =>
      together.do(piece).then(() => together.do(piece.toUpperCase())),
    );
    await tasks[0]!.end();
    await tasks[1]!.end();
    await tasks[2]!.end();
    expect(begun()).toEqual(['a', 'bA', 'B']);
    expect(await Promise.all(followed)).toEqual(['A done', 'B done']);
  });

  it('takes no more pieces than fit', async () => {
    const { together, tasks, begun } = tasksOf(1, ({ length }) => Math.min(length, 2));
    const answers = [...'abcd'].map((piece) => together.do(piece));
    for (const nth of [0, 1, 2]) await tasks[nth]!.end();
    expect(begun()).toEqual(['a', 'bc', 'd']);
    expect(await Promise.all(answers)).toHaveLength(4);
  });

  it('fails the pieces of a task that fails, and no others', async () => {
    const { together, tasks } = tasksOf(1);
    const settled = Promise.allSettled([...'abc'].map((piece) => together.do(piece)));
    await tasks[0]!.end();
    const later = together.do('d');
    await tasks[1]!.end(new Error('no answer'));
    await tasks[2]!.end();
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await later).toBe('d done');
  });

  it('works in the context of its first piece', async () => {
    const context = new AsyncLocalStorage<string>();
    const together = new Together(1, async (pieces: readonly string[]) => {
      await eventLoop();
      return pieces.map(() => context.getStore());
    });
    const answers = [...'abc'].map((piece) => context.run(piece, () => together.do(piece)));
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'b']);
  });
});

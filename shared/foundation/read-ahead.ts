import { setImmediate } from 'node:timers/promises';

/**
 * Yields what `source` yields, and fetches the next value while the caller works on one. If the caller ends early,
 * `source` is ended too.
 */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const fetchNext = () => {
    const next = source.next();
    next.catch(() => {}); // the `await` below throws the error, unless the caller ends before
    return next;
  };
  try {
    for (let next = fetchNext(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = fetchNext();
      await setImmediate(); // a pool sends the query in a later tick; work before it would delay it (suite `results`)
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

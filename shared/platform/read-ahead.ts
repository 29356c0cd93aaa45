import { setImmediate } from 'node:timers/promises';

/** Yields what `source` yields, and fetches the next value while the caller works on one. If it ends early, it ends `source`. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const fetchNext = () => {
    const next = source.next();
    next.catch(() => {}); // the `await` below throws the error, unless this ends before
    return next;
  };
  try {
    for (let next = fetchNext(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = fetchNext();
      await setImmediate(); // a pool sends the query in a later tick: work now would delay it (suite `results`)
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

import { onceSent } from './once-sent.ts';

/** Gives what `source` gives, and fetches one more while that is worked on. Ended early, it ends `source`. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const fetchNext = () => {
    const next = source.next();
    next.catch(() => {}); // told when it is asked for; nobody may ever ask
    return next;
  };
  try {
    for (let next = fetchNext(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = fetchNext();
      await onceSent();
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

/** How long a call takes, in milliseconds. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

/** Makes one call after another while `goesOn` says so, of how many calls were made. Returns how long each took. */
export async function callWhile(
  goesOn: (calls: number) => boolean,
  call: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) times.push(await timed(call));
  return times;
}

/** Makes one call after another until the time is over. Returns how long each took, in milliseconds. */
export function callFor(seconds: number, call: () => Promise<unknown>): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  return callWhile(() => performance.now() < end, call);
}

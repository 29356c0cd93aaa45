import { describe, expect, it } from 'vitest';
import type { RunView } from '../../contracts/run.ts';
import { type RunEvent, watchRun } from './watch-run.ts';

const running = { status: 'running' } as RunView;
const completed = { status: 'completed' } as RunView;

/** Reads the given states one after another, the last of them again and again. */
const reading =
  (...states: RunView[]) =>
  async () =>
    states.length > 1 ? states.shift()! : states[0]!;

async function hear(states: RunView[], heartbeat: number): Promise<RunEvent[]> {
  const heard: RunEvent[] = [];
  const never = new AbortController().signal;
  for await (const event of watchRun(reading(...states), never, { look: 1, heartbeat })) heard.push(event);
  return heard;
}

describe('watchRun', () => {
  it('is silent while nothing changes', async () => {
    expect(await hear([running, running, running, completed], 60_000)).toEqual([running, completed]);
  });

  it('gives a sign of life where it was silent for the length of a heartbeat', async () => {
    expect(await hear([running, running, running, completed], 0)).toEqual([running, null, null, completed]);
  });

  it('ends when it is stopped, in the middle of a wait', async () => {
    const stop = new AbortController();
    const watch = watchRun(reading(running), stop.signal, { look: 60_000, heartbeat: 60_000 });
    expect((await watch.next()).value).toBe(running);
    const end = watch.next();
    stop.abort();
    expect((await end).done).toBe(true);
  });
});

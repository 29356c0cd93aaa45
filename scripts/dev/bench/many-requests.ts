import { setTimeout as pause } from 'node:timers/promises';
import type { PostCaller } from '../harness/post-caller.ts';
import { quantile } from './measure.ts';

/** Requests that are under way at the same time. */
export const AT_ONCE = 32;

/**
 * How many a second, and p99 in milliseconds, with the callers in turn. Each place sends its next request as soon as its last
 * one is answered.
 */
export async function together(
  callers: readonly PostCaller[],
  path: string,
  bodies: readonly Buffer[],
  atOnce = AT_ONCE,
): Promise<number[]> {
  const taken: number[] = [];
  let next = 0;
  const started = performance.now();
  const place = async () => {
    for (let nth = next++; nth < bodies.length; nth = next++)
      taken.push(await callers[nth % callers.length]!.post(path, bodies[nth]!));
  };
  await Promise.all(Array.from({ length: atOnce }, place));
  const perSecond = (1000 * bodies.length) / (performance.now() - started);
  return [perSecond, quantile(taken, 0.99)];
}

/** A stream of requests that come whether or not the ones before them are answered. */
export interface Arrivals {
  readonly perSecond: number;
  readonly send: (nth: number) => Promise<unknown>;
}

const TICK_MS = 2;

/**
 * Sends requests at a fixed rate. Returns how long each took, in milliseconds from when it was due, so that one that could not
 * be sent in time counts as slow. One that has no success takes for ever: a service that cannot keep up shows it.
 */
export async function atRate({ perSecond, send }: Arrivals, seconds: number): Promise<number[]> {
  const taken: number[] = [];
  const sent: Promise<void>[] = [];
  const started = performance.now();
  const all = Math.max(1, Math.round(perSecond * seconds));
  for (let nth = 0; nth < all; ) {
    for (; nth < all; nth++) {
      const due = started + (1000 * nth) / perSecond;
      if (due > performance.now()) break;
      const answered = () => void taken.push(performance.now() - due);
      sent.push(send(nth).then(answered, () => void taken.push(Number.POSITIVE_INFINITY)));
    }
    await pause(TICK_MS);
  }
  await Promise.all(sent);
  return taken;
}

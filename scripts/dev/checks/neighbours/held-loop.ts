import { appendFileSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into a process by `--import`. At each turn of the event loop it notes for how long the turn before held the main
// thread. Times of more than `NOTED_MS` are appended to the file HELD_LOOP_FILE, as lines of `END MS`, END since 1970.

const NOTED_MS = 3;
/** Of Linux, in nanoseconds: how long the main thread ran, and how long it waited for a core. */
const SCHEDULED = '/proc/self/schedstat';

const file = process.env.HELD_LOOP_FILE;
if (isMainThread && file) {
  const stat = openSync(SCHEDULED, 'r');
  const text = Buffer.alloc(64);
  const read = () => {
    const [ran, waited] = text.toString('latin1', 0, readSync(stat, text, 0, text.length, 0)).split(' ');
    // The time that the loop was not idle is exact, but has waits for other threads. The kernel counts in steps of 4 ms.
    const busy = performance.eventLoopUtilization().active - Number(waited) / 1e6;
    return { busy, ran: Number(ran) / 1e6 };
  };
  let before = read();
  setInterval(() => {
    const now = read();
    const held = Math.min(now.busy - before.busy, now.ran - before.ran);
    if (held > NOTED_MS) appendFileSync(file, `${Date.now()} ${held.toFixed(1)}\n`);
    before = now;
  }, 1).unref();
}

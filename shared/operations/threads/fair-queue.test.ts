import { queueOptionsSymbol } from 'piscina';
import { describe, expect, it } from 'vitest';
import { FairQueue, queuedAs, WaitingTasks } from './fair-queue.ts';

type Task = Parameters<FairQueue['push']>[0];

let tasks = 0;
const aTask = (owner: number | null, inBackground = false) => {
  const options =
    owner === null && !inBackground ? { [queueOptionsSymbol]: null } : queuedAs({ owner, inBackground });
  return { id: tasks++, ...options } as unknown as Task;
};

/** Takes all tasks out of a queue. */
function drained(queue: FairQueue): (Task | null)[] {
  return Array.from({ length: queue.size }, () => queue.shift());
}

describe('FairQueue', () => {
  it('takes owners by round robin, and of each the oldest task', () => {
    const queue = new FairQueue();
    const [a, b, c] = [1, 2, 3].map((owner) => Array.from({ length: 3 }, () => aTask(owner)));
    for (const task of [...a!, ...b!, ...c!]) queue.push(task);
    expect(queue.size).toBe(9);
    expect(drained(queue)).toEqual([0, 1, 2].flatMap((n) => [a![n], b![n], c![n]]));
    expect([queue.size, queue.shift()]).toEqual([0, null]);
  });

  it('counts the tasks that wait in the memory that it is given', () => {
    const waiting = new WaitingTasks();
    const seenByThread = new WaitingTasks(waiting.memory);
    const queue = new FairQueue(waiting);
    const [first, second] = [aTask(1), aTask(2)];
    queue.push(first);
    queue.push(second);
    expect(seenByThread.count).toBe(2);
    queue.remove(second);
    expect(seenByThread.count).toBe(1);
    queue.shift();
    expect(seenByThread.count).toBe(0);
  });

  it('has one that comes later wait for one task of each other owner at most', () => {
    const queue = new FairQueue();
    for (let n = 0; n < 100; n++) queue.push(aTask(1));
    queue.shift();
    const late = aTask(2);
    queue.push(late);
    expect([queue.shift(), queue.shift()]).toContain(late);
  });

  it('keeps the order of tasks that are nobody’s', () => {
    const queue = new FairQueue();
    const pushed = Array.from({ length: 5 }, () => aTask(null));
    for (const task of pushed) queue.push(task);
    expect(drained(queue)).toEqual(pushed);
  });

  it('takes a task in the background when no other waits, and does not count it as one for which a thread ends early', () => {
    const waiting = new WaitingTasks();
    const queue = new FairQueue(waiting);
    const [first, second, removed, other] = [aTask(1, true), aTask(2, true), aTask(1, true), aTask(1)];
    for (const task of [first, second, removed]) queue.push(task);
    queue.remove(removed);
    expect([queue.size, waiting.count]).toEqual([2, 0]);
    queue.push(other);
    expect(waiting.count).toBe(1);
    expect(drained(queue)).toEqual([other, first, second]);
  });

  it('forgets a task that is removed', () => {
    const queue = new FairQueue();
    const [first, second, other] = [aTask(1), aTask(1), aTask(2)];
    for (const task of [first, second, other]) queue.push(task);
    queue.remove(first);
    queue.remove(first);
    queue.remove(other);
    expect(queue.size).toBe(1);
    expect(queue.shift()).toBe(second);
    expect(queue.shift()).toBeNull();
  });
});

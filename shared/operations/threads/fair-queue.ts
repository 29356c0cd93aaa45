import { queueOptionsSymbol, type TaskQueue } from 'piscina';

type Task = Parameters<TaskQueue['push']>[0];

/** How a task waits. */
interface QueueOptions {
  /** Null: none. */
  readonly owner: number | null;
  /** It waits until no other task does. */
  readonly inBackground: boolean;
}

/** A property of a task that says how it waits. Piscina passes it to the queue with the task. */
export function queuedAs(options: QueueOptions): object {
  return { [queueOptionsSymbol]: options };
}

/** How many tasks wait for a thread. A pool shares this memory with its threads, so that a long task can end early. */
export class WaitingTasks {
  readonly memory: SharedArrayBuffer;
  readonly #count: Int32Array;

  /** `memory` is the pool's; by default it is new. */
  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#count = new Int32Array(memory);
  }

  get count(): number {
    return Atomics.load(this.#count, 0);
  }

  set count(count: number) {
    Atomics.store(this.#count, 0, count);
  }
}

/**
 * Tasks that wait for a thread. Threads go to owners by round robin, each for the owner's oldest task, so that an owner
 * with many tasks does not delay the others. Tasks without an owner count as one owner's.
 */
export class FairQueue implements TaskQueue {
  /** Tasks by owner, in the order in which owners get a thread. An owner without tasks is not in it. */
  readonly #tasksOf = new Map<number | null, Task[]>();
  readonly #waiting: WaitingTasks;
  readonly #background: Task[] = [];

  /** `waiting` gets the number of its tasks without those in the background: for these no thread ends its task early. */
  constructor(waiting = new WaitingTasks()) {
    this.#waiting = waiting;
  }

  get size(): number {
    return this.#waiting.count + this.#background.length;
  }

  push(task: Task): void {
    const { owner, inBackground } = optionsOf(task);
    if (inBackground) {
      this.#background.push(task);
      return;
    }
    const tasks = this.#tasksOf.get(owner);
    if (tasks === undefined) this.#tasksOf.set(owner, [task]);
    else tasks.push(task);
    this.#waiting.count += 1;
  }

  shift(): Task | null {
    const [next] = this.#tasksOf;
    if (next === undefined) return this.#background.shift() ?? null;
    const [owner, tasks] = next;
    const task = tasks.shift()!;
    this.#tasksOf.delete(owner);
    if (tasks.length > 0) this.#tasksOf.set(owner, tasks); // after all other owners
    this.#waiting.count -= 1;
    return task;
  }

  remove(task: Task): void {
    const { owner, inBackground } = optionsOf(task);
    const tasks = inBackground ? this.#background : (this.#tasksOf.get(owner) ?? []);
    const index = tasks.indexOf(task);
    if (index === -1) return;
    tasks.splice(index, 1);
    if (inBackground) return;
    if (tasks.length === 0) this.#tasksOf.delete(owner);
    this.#waiting.count -= 1;
  }
}

function optionsOf(task: Task): QueueOptions {
  return (task[queueOptionsSymbol] as QueueOptions | null) ?? { owner: null, inBackground: false };
}

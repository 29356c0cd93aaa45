import { AsyncLocalStorage } from 'node:async_hooks';

/** Somebody for whom this process works. */
export interface User {
  /** Counts milliseconds of the whole process (charges.ts). */
  used(ms: number): void;
  /** Awaits what needs neither the event loop nor a connection, such as a lock of this process or a thread. */
  away<T>(wait: () => Promise<T>): Promise<T>;
}

const users = new AsyncLocalStorage<User>();

/** Does work, and all that it begins, for somebody. */
export function workFor<T>(user: User, work: () => T): T {
  return users.run(user, work);
}

/** For whom the present code works; undefined: for the service itself. */
export function currentUser(): User | undefined {
  return users.getStore();
}

/** Awaits what needs neither the event loop nor a connection. */
export function whileAway<T>(wait: () => Promise<T>): Promise<T> {
  const user = users.getStore();
  return user === undefined ? wait() : user.away(wait);
}

let loopUser: User | null = null;
let since = 0;

/**
 * From now on the event loop works for somebody, until the next call, or until it has no further work in this turn. Each call of
 * Node into our code that may take long begins with it, so each is charged what it took.
 */
export function loopWorksFor(user: User | null): void {
  const now = performance.now();
  if (loopUser !== null) loopUser.used(now - since);
  else if (user !== null) setImmediate(endOfTurn);
  loopUser = user;
  since = now;
}

function endOfTurn(): void {
  if (loopUser !== null) loopUser.used(performance.now() - since);
  loopUser = null;
}

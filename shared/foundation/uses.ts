import { AsyncLocalStorage } from 'node:async_hooks';

/** Somebody for whom this process works. */
export interface User {
  /** Counts milliseconds of the whole process (charges.ts). */
  used(ms: number): void;
  /** Awaits what needs neither the event loop nor a connection, such as a lock of this process or a thread. */
  away<T>(wait: () => Promise<T>): Promise<T>;
}

const users = new AsyncLocalStorage<User>();

/** Does work, and all that it begins, for a user. */
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
let idleBefore = 0;

/**
 * From now until the next call, the event loop works for this user; idle time does not count. Each callback that may take long
 * begins with it, so that the user is charged its time.
 */
export function loopWorksFor(user: User | null): void {
  if (user === loopUser) return;
  const now = performance.now();
  const idle = performance.nodeTiming.idleTime;
  loopUser?.used(Math.max(0, now - since - (idle - idleBefore)));
  loopUser = user;
  since = now;
  idleBefore = idle;
}

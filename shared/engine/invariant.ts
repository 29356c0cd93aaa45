/** Throws if a promise of the engine's callers is broken, which is a bug and never a business result. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${message}`);
}

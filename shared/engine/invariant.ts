/** Stops on a state that the engine's callers have promised cannot be: a bug, never a business result. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${message}`);
}

/** A list with one element at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const at = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, at), list[from]!, ...rest.slice(at)];
}

/** Names in one line: the first, and how many more there are. */
export function nameList(names: readonly string[], most = 12): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}

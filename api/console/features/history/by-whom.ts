/** Who did something, in words; null: before history was recorded. */
export function byWhom(who: { readonly kind: string; readonly name: string } | null): string {
  if (who === null) return 'before history was recorded';
  if (who.kind === 'command_line') return 'command line';
  if (who.kind === 'service') return who.name === 'sync' ? 'a sync of stock' : 'the service';
  if (who.kind === 'api_key') return `${who.name} (API key)`;
  return who.kind === 'user' ? who.name : `${who.name} (${who.kind})`;
}

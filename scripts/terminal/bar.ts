/** A bar of `width` characters for a share from 0 to 1: at least a sliver for what is there at all. */
export function bar(share: number, width: number): string {
  return share === 0 ? '' : '█'.repeat(Math.max(1, Math.round(share * width)));
}

/** A bar that shows what is still to come, too. Full only at a share of 1. */
export function gauge(share: number, width: number): string {
  const filled = Math.floor(share * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

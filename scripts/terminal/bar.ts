/** A bar of up to `width` characters for a share from 0 to 1. If the share is not 0, it has at least one character. */
export function bar(share: number, width: number): string {
  return share === 0 ? '' : '█'.repeat(Math.max(1, Math.round(share * width)));
}

/** A bar that also shows the rest. It is full only at a share of 1. */
export function gauge(share: number, width: number): string {
  const filled = Math.floor(share * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

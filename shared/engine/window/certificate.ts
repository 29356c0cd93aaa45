import { linesByType, type WindowLine } from './facts.ts';
import type { WindowFloor } from './floor.ts';

/** A line of a certificate (docs/explanation/whole-window.md). */
export type CertificateLine = WindowLine | Readonly<Record<string, unknown>>;

/** The line of a window before its own lines, and with the prices of its floor these. */
export function windowCertificate(
  lines: readonly WindowLine[],
  { floor, millionths, prices }: WindowFloor,
  most_days_later: number | null,
): CertificateLine[] {
  const { orders } = linesByType(lines);
  const count = (route: 'alone' | 'final') => orders.reduce((sum, order) => sum + order[route].length, 0);
  const window = {
    type: 'window',
    floor,
    shipments_before: count('alone'),
    shipments_after: count('final'),
    floor_millionths: millionths,
    most_days_later,
    orders: orders.length,
  };
  const priced = lines.map((line) =>
    line.type === 'supply' ? { ...line, prices: prices.get(line.sku) ?? {} } : line,
  );
  return [window, ...priced];
}

/** The first line of a certificate, over all its windows. */
export function runLine({
  windows,
  floor,
  shipments_before,
  shipments_after,
}: {
  readonly windows: number;
  readonly floor: number | null;
  readonly shipments_before: number;
  readonly shipments_after: number;
}): CertificateLine {
  return { type: 'run', floor, shipments_after, shipments_before, windows };
}

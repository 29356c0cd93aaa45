import { downToCents } from '../money.ts';
import { linesByType, type WindowHead, type WindowLine } from './facts.ts';
import type { WindowFloor } from './floor.ts';

/** A line of a certificate (docs/explanation/whole-window.md). */
export type CertificateLine = WindowLine | Readonly<Record<string, unknown>>;

/** The line of a window before its own lines, and with the prices of its floors these. */
export function windowCertificate(
  lines: readonly WindowLine[],
  { floor, shipments, cost }: WindowFloor,
  head: WindowHead,
): CertificateLine[] {
  const { orders } = linesByType(lines);
  const count = (route: 'alone' | 'final') => orders.reduce((sum, order) => sum + order[route].length, 0);
  const window = {
    type: 'window',
    floor,
    shipments_before: count('alone'),
    shipments_after: count('final'),
    floor_millionths: shipments.exact,
    ...(cost && { cost_floor: cost.exact }),
    ...head,
    orders: orders.length,
  };
  const priced = lines.map((line) =>
    line.type === 'supply'
      ? {
          ...line,
          prices: shipments.prices.get(line.sku) ?? {},
          ...(cost && { cost_prices: cost.prices.get(line.sku) ?? {} }),
        }
      : line,
  );
  return [window, ...priced];
}

/** What is kept of a floor with a window's numbers. */
export function storedFloor({ floor, cost }: WindowFloor) {
  return { floor, ...(cost && { cost_floor: downToCents(cost.exact) }) };
}

/** The first line of a certificate, over all its windows. */
export function runLine({
  windows,
  floor,
  cost_floor,
  shipments_before,
  shipments_after,
}: {
  readonly windows: number;
  readonly floor: number | null;
  readonly cost_floor?: number | null;
  readonly shipments_before: number;
  readonly shipments_after: number;
}): CertificateLine {
  return {
    ...{ type: 'run', floor, shipments_after, shipments_before, windows },
    ...(cost_floor != null && { cost_floor_cents: Math.round(cost_floor * 100) }),
  };
}

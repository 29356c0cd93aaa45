import type { BatchGain, BatchImprovement, Configuration, Decision } from '../types.ts';
import { decimals, listed, transitDays } from '../wording.ts';

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Why an order ships otherwise than alone: for whom. */
export function batchSentence(
  { warehouses }: Pick<Configuration, 'warehouses'>,
  { shipments }: Pick<Decision, 'shipments'>,
  { warehouses: alone, gain }: BatchImprovement,
): string {
  const names = (places: readonly number[]) =>
    listed(places.map((warehouse) => warehouses[warehouse]!.warehouse_name));
  const final = shipments.map(({ warehouse }) => warehouse);
  const from =
    final.join() === alone.join()
      ? `Ships other units from ${names(final)} than alone`
      : `Ships from ${names(final)} instead of ${names(alone)}`;
  if (gain === null) return `${from}, so that the orders of its batch together ship better.`;
  const who = gain.isOwn ? 'it' : `order ${gain.order_id}`;
  return `${from}, so that ${who} ${GAINS[gain.what](gain)}.`;
}

const GAINS: Readonly<Record<BatchGain['what'], (gain: BatchGain) => string>> = {
  shipments: ({ before, after }) => `ships in ${parcels(after)} instead of ${word(before)}`,
  cost: ({ before, after }) => `costs ${decimals(after)} instead of ${decimals(before)}`,
  days: ({ before, after }) => `takes ${transitDays(after)} instead of ${before}`,
  ranks: () => 'ships from warehouses that rank higher',
};

function parcels(count: number): string {
  return `${word(count)} ${count === 1 ? 'parcel' : 'parcels'}`;
}

function word(count: number): string {
  return NUMBERS[count] ?? String(count);
}

import type { BatchImprovement, Configuration, Decision } from '../types.ts';
import { listed } from '../wording.ts';

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
  return `${from}, so that ${who} ships in ${parcels(gain.after)} instead of ${word(gain.before)}.`;
}

function parcels(count: number): string {
  return `${word(count)} ${count === 1 ? 'parcel' : 'parcels'}`;
}

function word(count: number): string {
  return NUMBERS[count] ?? String(count);
}

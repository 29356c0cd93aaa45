import { Readable } from 'node:stream';

/** A change of an account that takes long: it is worked in a thread. */
export interface AccountBody {
  readonly name: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Starts the body from its beginning, for the account of that slug. */
  readonly open: (slug: string) => Readable;
}

const JSON_BODY = { 'content-type': 'application/json' };
const RULES = 30_000;

/** In this order: the last one changes what the one before it has made. */
export const ACCOUNT_BODIES: readonly AccountBody[] = [
  {
    name: 'a lane table of 200,000 lines',
    method: 'POST',
    path: '/account/v1/transit/lanes',
    headers: { 'content-type': 'text/csv' },
    open: () => Readable.from([laneTable(['EWR1', 'ATL1'])]),
  },
  {
    name: 'a lane table with 200,000 faults',
    method: 'POST',
    path: '/account/v1/transit/lanes',
    headers: { 'content-type': 'text/csv' },
    open: () => Readable.from([laneTable(['NOWHERE', 'NOT-THERE'])]),
  },
  {
    name: `an account file of ${RULES} rules`,
    method: 'PUT',
    path: '/account/v1/account',
    headers: JSON_BODY,
    open: (slug) =>
      Readable.from([
        JSON.stringify({
          client: { slug },
          item_controls: Array.from({ length: RULES }, (_, n) => ({ sku: `S${n}`, rule: 'hold' })),
        }),
      ]),
  },
  {
    name: `a change of one of ${RULES} rules`,
    method: 'PATCH',
    path: '/account/v1/item-controls/S7~hold',
    headers: JSON_BODY,
    open: () => Readable.from([JSON.stringify({ note: 'late' })]),
  },
];

/** A line for each of 100,000 ZIPs from each warehouse. */
function laneTable(warehouseIds: readonly string[]): string {
  const lines = ['warehouse_id,destination_zip,transit_days'];
  for (const id of warehouseIds) {
    for (let zip = 0; zip < 100_000; zip += 1)
      lines.push(`${id},${String(zip).padStart(5, '0')},${1 + (zip % 7)}`);
  }
  return `${lines.join('\n')}\n`;
}

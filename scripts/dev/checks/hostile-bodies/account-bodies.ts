import { Readable } from 'node:stream';
import type { HostileBody } from './bodies.ts';

/** The client that sends harmful requests. */
export const ATTACKER = 'attacker';

const RULES = 50_000;
/** Short requests are repeated so often that the bystander must notice them. */
const TIMES = 20;

const JSON_BODY = { 'content-type': 'application/json' };
const CSV_BODY = { 'content-type': 'text/csv' };
const open = (text: () => string) => () => Readable.from([text()]);
const json = (value: unknown) => Readable.from([JSON.stringify(value)]);

const RULES_FILE = {
  client: { slug: ATTACKER },
  item_controls: Array.from({ length: RULES }, (_, n) => ({ sku: `S${n}`, rule: 'hold' })),
};

const LANES = '/account/v1/transit/lanes';

/**
 * Requests on a large account, which would block the event loop for long: with a token of an owner, in this order, because
 * the last ones use rules that an earlier one has made.
 */
export const ACCOUNT_BODIES: readonly HostileBody[] = [
  {
    name: 'a lane table of 200,000 lines',
    path: LANES,
    headers: CSV_BODY,
    open: open(() => laneTable(['EWR1', 'ATL1'])),
  },
  {
    name: 'a lane table with 200,000 faults',
    path: LANES,
    headers: CSV_BODY,
    open: open(() => laneTable(['NOWHERE', 'NOT-THERE'])),
  },
  {
    name: `an account file of ${RULES} rules`,
    method: 'PUT',
    path: '/account/v1/account',
    headers: JSON_BODY,
    open: () => json(RULES_FILE),
  },
  {
    name: `a change of one of ${RULES} rules`,
    method: 'PATCH',
    path: '/account/v1/item-controls/S7~hold',
    headers: JSON_BODY,
    open: () => json({ note: 'late' }),
  },
  ...['account', 'item-controls', 'item-controls/S7~hold', 'warehouses', 'settings'].map(
    (path): HostileBody => ({
      name: `${TIMES} reads of ${path} beside ${RULES} rules`,
      method: 'GET',
      path: `/account/v1/${path}`,
      headers: {},
      open: () => Readable.from([]),
      times: TIMES,
    }),
  ),
  ...made('api-keys', (n) => ({ name: `key ${n}`, environment: 'test' })),
  ...made('tokens', (n) => ({ name: `token ${n}`, role: 'member' })),
  ...made('users', (n) => ({ email: `p${n}@rules.example`, role: 'member', password: 'long enough 1' })),
];

function made(list: string, bodyOf: (n: number) => object): HostileBody[] {
  const name = `${TIMES} new ${list} beside ${RULES} rules`;
  const path = `/account/v1/${list}`;
  return [{ name, path, headers: JSON_BODY, open: (n) => json(bodyOf(n)), times: TIMES }];
}

/** A line for each of 100,000 ZIPs from each warehouse. */
function laneTable(warehouseIds: readonly string[]): string {
  const lines = ['warehouse_id,destination_zip,transit_days'];
  for (const id of warehouseIds) {
    for (let zip = 0; zip < 100_000; zip += 1)
      lines.push(`${id},${String(zip).padStart(5, '0')},${1 + (zip % 7)}`);
  }
  return `${lines.join('\n')}\n`;
}

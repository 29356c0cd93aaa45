import { Readable } from 'node:stream';

/** A request on a large account, which would block the event loop for long. */
export interface AccountBody {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Opens the body of the nth request, for the account of that slug. */
  readonly open: (slug: string, n: number) => Readable;
  /** How many requests are sent, one after the other; by default one. */
  readonly times?: number;
}

const JSON_BODY = { 'content-type': 'application/json' };
const RULES = 50_000;
/** Short requests are repeated so often that the bystander must notice them. */
const TIMES = 20;

/** In this order, because the last ones use rules that an earlier one has made. */
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
  ...(['account', 'item-controls', 'item-controls/S7~hold', 'warehouses', 'settings'] as const).map(
    (path): AccountBody => ({
      name: `${TIMES} reads of ${path} beside ${RULES} rules`,
      method: 'GET',
      path: `/account/v1/${path}`,
      headers: {},
      open: () => Readable.from([]),
      times: TIMES,
    }),
  ),
  ...(
    [
      ['api-keys', (n: number) => ({ name: `key ${n}`, environment: 'test' })],
      ['tokens', (n: number) => ({ name: `token ${n}`, role: 'member' })],
      ['users', (n: number) => ({ email: `p${n}@rules.example`, role: 'member', password: 'long enough 1' })],
    ] as const
  ).map(
    ([path, bodyOf]): AccountBody => ({
      name: `${TIMES} new ${path} beside ${RULES} rules`,
      method: 'POST',
      path: `/account/v1/${path}`,
      headers: JSON_BODY,
      open: (_, n) => Readable.from([JSON.stringify(bodyOf(n))]),
      times: TIMES,
    }),
  ),
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

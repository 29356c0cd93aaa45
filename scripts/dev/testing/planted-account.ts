import { randomBytes } from 'node:crypto';
import { parseAccountFile } from '../../../shared/account/account-file.ts';
import { applyAccountFile } from '../../../shared/account/apply-account.ts';
import { saveSso } from '../../../shared/account/sso-connection.ts';
import { WEBHOOK_EVENTS } from '../../../shared/contracts/account/webhooks.ts';
import type { Database } from '../../../shared/db/database.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { createKey } from '../../../shared/identity/keys.ts';
import { callWrs } from './run-wrs.ts';

/** A client that has sent a word of its own in every text that a client can send. */
export interface PlantedAccount {
  /** Its slug, and a part of each of its texts. */
  readonly word: string;
  readonly client_id: number;
  readonly key: string;
  readonly token: string;
  readonly owner: { readonly email: string; readonly cookie: string };
  /** Its member who may be a member of other accounts, too. */
  readonly member: string;
}

const PASSWORD = 'correct horse battery';

/** Makes such a client on a service. `neighbour` is another client that its member is a member of. */
export async function plantAccount(
  db: Database,
  url: string,
  { neighbour }: { readonly neighbour?: number } = {},
): Promise<PlantedAccount> {
  const word = `qz${randomBytes(5).toString('hex')}`;
  const of = (what: string) => `${word}-${what}`;
  const owner = `${of('owner')}@example.com`;
  const member = `member-${randomBytes(5).toString('hex')}@example.com`;
  const calendar = { time_zone: 'America/New_York', cut_off: '14:00' };
  const [first, second] = [of('w1'), of('w2')];
  const { client_id, api_keys } = await applyAccountFile(
    db,
    parseAccountFile({
      client: { slug: word, name: of('name'), plan: 'enterprise', subscription_status: 'active' },
      warehouses: [
        {
          warehouse_id: first,
          warehouse_code: of('c1'),
          warehouse_name: of('n1'),
          zip: '08837',
          calendar,
          capacity: { shipments_per_day: 5000 },
          priority: 1,
        },
        { warehouse_id: second, zip: '30336', priority: 2, calendar, capacity: { shipments_per_day: 5000 } },
      ],
      profiles: [{ partner_id: of('partner'), name: of('profile') }],
      item_controls: [{ sku: of('held'), rule: 'hold', note: of('note') }],
      api_keys: [{ name: of('key'), environment: 'live' }],
      webhooks: [{ url: `https://${word}.invalid/${of('hook')}`, events: [...WEBHOOK_EVENTS] }],
      users: [
        { email: owner, role: 'owner', password: PASSWORD },
        { email: member, role: 'member', password: PASSWORD },
        { email: `${of('invited')}@example.com`, role: 'viewer' },
      ],
    }),
    { baseDir: null, public_url: 'https://wrs.example' },
  );
  if (neighbour !== undefined) {
    const user = await db.prisma.user.findUniqueOrThrow({ where: { email: member } });
    await db.prisma.membership.create({ data: { user_id: user.id, client_id: neighbour, role: 'member' } });
  }
  const key = api_keys[0]!.key!;
  const { secret: token } = await createKey(db.prisma, client_id, 'account_token', {
    name: of('token'),
    role: 'owner',
  });

  const send = async (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') => {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json';
    const authorization = `Bearer ${path.startsWith('/account') ? token : key}`;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': type, authorization, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const session = await fetch(`${url}/account/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': of('browser') },
    body: JSON.stringify({ email: owner, password: PASSWORD }),
  });
  const cookie = session.headers.getSetCookie().map((each) => each.split(';', 1)[0])[0]!;

  const file = (args: string[], input: string) =>
    callWrs(['admin', ...args, '--client', word], { db, input });
  await file(['lanes', 'import', '-'], `warehouse_id,destination_zip3,transit_days\n${first},100,3\n`);
  await file(['rates', 'import', '-'], `warehouse_id,zone,max_weight,price\n${first},${of('zone')},10,4\n`);
  const order = (id: string, more: object = {}) => ({
    external_order_id: of(id),
    destination_zip: '10001',
    lines: [{ sku: of('sku'), quantity: 1 }],
    partner_id: of('partner'),
    carrier: of('carrier'),
    ship_method: of('method'),
    raw_order_data: { [of('raw')]: of('raw') },
    ...more,
  });
  const stock = (sku: string, warehouse_id: string, quantity_available: number) => ({
    sku,
    warehouse_id,
    quantity_available,
    sku_description: of('description'),
  });
  await send('/api/v1/inventory', {
    source_name: of('source'),
    counted_at: new Date(Date.now() - 1000).toISOString(),
    inventory: [stock(of('sku'), first, 5), stock(of('sku'), second, 50_000)],
  });
  await send('/api/v1/inventory/changes', {
    changes: [{ sku: of('sku'), warehouse_id: first, change: 2, reason: of('reason') }],
  });
  const routed = await send('/api/v1/orders/route', order('o1'), { 'idempotency-key': of('idempotency') });
  const { routing_run_id } = (await routed.json()) as { routing_run_id: number };
  await send('/api/v1/orders/route', order('o2', { hold_minutes: 600 }));
  await send('/api/v1/orders/batch-route', {
    orders: [
      order('o3', { lines: [{ sku: of('nowhere'), quantity: 3 }] }),
      order('o4', { destination_zip: of('zip') }),
    ],
  });
  await send(`/api/v1/orders/${of('o1')}/reroute`, { exclude_warehouse_ids: [first], note: of('why') });
  await send(`/api/v1/orders/${of('o1')}/shipped`, {});
  const draft = { warehouses: [{ warehouse_id: first, enabled: false }] };
  await send('/api/v1/what-ifs', { name: of('what-if'), orders: { routing_run_id }, draft });
  await send('/account/v1/bulk-actions?environment=live', { action: 'reroute', filter: { sku: of('sku') } });
  await send('/account/v1/settings', { max_shipments: 3 }, {}, 'PATCH');
  const issuer = `https://${word}.invalid`;
  const sso = { issuer, client_id: of('app'), client_secret: of('secret'), domains: [`${word}.example`] };
  const more = {
    role_claim: of('claim'),
    roles: { [of('group')]: 'owner' as const },
    break_glass_user: owner,
  };
  await saveSso(db, { slug: word, who: COMMAND_LINE }, { ...sso, ...more });
  const { id: user_id } = await db.prisma.user.findUniqueOrThrow({ where: { email: member } });
  await db.prisma.ssoIdentity.create({ data: { user_id, client_id, issuer, sub: of('sub') } });
  await send('/api/v1/runs?on_invalid=skip', {
    orders: [order('r1'), order('faulty', { lines: [{ sku: of('sku'), quantity: -1 }] })],
  });
  return { word, client_id, key, token, owner: { email: owner, cookie }, member };
}

/** The tables in which a word stands, also those of the queue: `schema.table`. */
export async function tablesWith({ pool }: Pick<Database, 'pool'>, word: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(
      `SELECT FROM ${name} AS t WHERE strpos(lower(t::text), lower($1)) > 0 LIMIT 1`,
      [word],
    );
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

import type { z } from 'zod';
import type { transitView } from '../contracts/account/configuration.ts';
import { DEFAULT_RATES, type ratesView } from '../contracts/account/rates.ts';
import { allSettings, DEFAULT_ACCOUNT_SETTINGS } from '../contracts/account/settings.ts';
import type { PrismaDatabase, Queryable } from '../db/database.ts';
import { AppError, type Fault } from '../foundation/errors/app-error.ts';
import type { AccountEdit } from '../identity/actor.ts';
import { type AccountState, assertMatches, etagOf } from './account-state.ts';
import { applyPart, withoutPrefix } from './apply-account.ts';
import { type AccountDatabase, changeAccount } from './change-account.ts';
import { countPrices, findUnpriced } from './client-tables.ts';
import { showAccount } from './read-account.ts';

/** A part of the account file that is shown and changed by itself, and has a version of its own. */
interface AccountPart {
  /** Its change in the audit log. */
  readonly action: string;
  /** Its removal there, if that has another name. */
  readonly removal?: string;
  /** The value whose version is the ETag. */
  versioned(state: AccountState): unknown;
  /** What people see of it, without the ETag. */
  show(state: AccountState, db: PrismaDatabase): object | Promise<object>;
  /** The members of the account file that `sent` changes; null removes the part. */
  changed(sent: unknown, before: AccountState): object;
  /** The fault of an account file as a fault of what was sent. */
  faultOf(fault: Fault): Fault;
}

/** Where transit days come from. Members that a change leaves out stay if the provider stays. */
const TRANSIT: AccountPart = {
  action: 'transit.change',
  versioned: ({ file, lane_table_id }) => [file.transit, lane_table_id],
  show: showTransit,
  changed(sent, { file: { transit: present } }) {
    const patch = sent as { readonly provider?: unknown };
    const isSame = patch.provider === undefined || patch.provider === present.provider;
    return { transit: isSame ? { ...present, ...patch } : patch };
  },
  faultOf: (fault) => withoutPrefix('transit.', fault),
};

async function showTransit(
  { client: { id: client_id }, file, lane_table_id }: AccountState,
  { prisma }: PrismaDatabase,
): Promise<Omit<z.output<typeof transitView>, 'etag'>> {
  const { provider, ...options } = file.transit;
  if (lane_table_id === null) return { provider, options, lane_table: null };
  const { created_at } = await prisma.laneTable.findUniqueOrThrow({
    where: { id: lane_table_id, client_id },
  });
  const counts = await prisma.laneTableLane.groupBy({
    by: ['warehouse_id'],
    where: { lane_table_id, laneTable: { client_id } },
    _count: true,
    orderBy: { warehouse_id: 'asc' },
  });
  const warehouses = counts.map(({ warehouse_id, _count }) => ({ warehouse_id, lanes: _count }));
  return {
    provider,
    options,
    lane_table: { lane_table_id, created_at: created_at.toISOString(), warehouses },
  };
}

/** What an account says of costs; what a change leaves out stays. Without rates, the prices stay for later. */
const RATES: AccountPart = {
  action: 'rates.change',
  removal: 'rates.remove',
  versioned: ({ file: { rates, split_penalty, default_unit_weight }, rate_table_id }) => [
    rates ?? null,
    split_penalty ?? 0,
    default_unit_weight ?? null,
    rate_table_id,
  ],
  show: showRates,
  changed(sent, { file }) {
    if (sent === null) return { rates: null, split_penalty: 0 };
    const { split_penalty, default_unit_weight, ...rates } = sent as Record<string, unknown>;
    return {
      ...(split_penalty !== undefined && { split_penalty }),
      ...(default_unit_weight !== undefined && { default_unit_weight }),
      ...(Object.keys(rates).length > 0 && { rates: { ...DEFAULT_RATES, ...file.rates, ...rates } }),
    };
  },
  faultOf: (fault) => withoutPrefix('rates.', fault),
};

async function showRates(
  state: AccountState,
  { prisma }: PrismaDatabase,
): Promise<Omit<z.output<typeof ratesView>, 'etag'>> {
  const { client, file, version } = state;
  const client_id = client.id;
  const id = version.document.rate_table_id;
  const table = id === null ? null : await prisma.rateTable.findUniqueOrThrow({ where: { id, client_id } });
  return {
    rates: file.rates ? { ...file.rates } : null,
    split_penalty: file.split_penalty ?? 0,
    default_unit_weight: file.default_unit_weight ?? null,
    price_table: table && {
      rate_table_id: table.id,
      created_at: table.created_at.toISOString(),
      warehouses: await countPrices(prisma, client_id, table.id),
    },
    ...(file.rates && table && { unpriced: await findUnpriced(prisma, state, file.rates, table.id) }),
  };
}

/** A part that is one member of the account file. What is sent is the whole member, or for settings a part of it. */
function memberPart(
  name: keyof AccountState['file'],
  memberOf: (state: AccountState) => unknown,
): AccountPart {
  return {
    action: `${name}.change`,
    versioned: memberOf,
    show: (state) => ({ [name]: memberOf(state) }),
    changed: (sent) => ({ [name]: sent }),
    faultOf: (fault) => withoutPrefix(`${name}.`, fault),
  };
}

/** By their names, which are subjects in the audit log. One setting is named `settings/max_shipments`. */
const PARTS = {
  settings: memberPart('settings', ({ file }) => allSettings(file.settings)),
  /** Null: Monday to Friday. */
  delivery_calendar: memberPart('delivery_calendar', ({ file }) => file.delivery_calendar ?? null),
  rates: RATES,
  transit: TRANSIT,
};

export type PartName = keyof typeof PARTS | `settings/${string}`;

/** What people see of a part, with its version. */
type PartView = Readonly<Record<string, unknown>> & { readonly etag: string };

/** Shows a part of an account. Throws AppError not_found for an unknown setting. */
export async function readPart(db: PrismaDatabase, slug: string, name: PartName): Promise<PartView> {
  return viewOf(db, partNamed(name), await showAccount(db, slug, 'none'));
}

/**
 * Changes a part of an account; null removes it. Returns what it is then. Throws AppError not_found for an unknown setting,
 * precondition_failed, forbidden, and validation_failed with paths in what was sent.
 */
export async function changePart(
  db: AccountDatabase,
  { slug, who, if_match, dry_run = false }: AccountEdit & { readonly dry_run?: boolean },
  name: PartName,
  sent: unknown,
): Promise<PartView> {
  const part = partNamed(name);
  const { action, removal = action } = part;
  const act = { who, action: sent === null ? removal : action, subject: name, dry_run };
  const { state, warnings } = await changeAccount(db, slug, act, (tx, before) => {
    assertMatches(if_match, etagOf(part.versioned(before)));
    return applyPart(tx, before, { client: { slug }, ...part.changed(sent, before) }, part.faultOf);
  });
  return { ...(await viewOf(db, part, state)), ...(warnings.length > 0 && { warnings }) };
}

async function viewOf(db: PrismaDatabase, part: AccountPart, state: AccountState): Promise<PartView> {
  return { ...(await part.show(state, db)), etag: etagOf(part.versioned(state)) };
}

function partNamed(name: PartName): AccountPart {
  const setting = /^settings\/(.*)$/s.exec(name)?.[1];
  return setting === undefined ? PARTS[name as keyof typeof PARTS] : settingPart(setting);
}

/** One setting. What is sent is its value. */
function settingPart(name: string): AccountPart {
  const present = ({ file }: AccountState) => settingOf(allSettings(file.settings), name);
  return {
    action: PARTS.settings.action,
    versioned: present,
    show: (state) => ({ name, value: present(state), default_value: defaultOf(name) }),
    changed: (value) => ({ settings: { [name]: value } }),
    faultOf: (fault) => {
      const { path, message } = withoutPrefix(`settings.${name}`, fault);
      return { path: `value${path}`, message };
    },
  };
}

function settingOf(settings: object, name: string): unknown {
  if (Object.hasOwn(settings, name)) return settings[name as keyof typeof settings];
  throw new AppError('not_found', `There is no setting ${name}.`);
}

/** The value of a setting that a new client has. Throws AppError not_found. */
export function defaultOf(name: string): unknown {
  return settingOf(allSettings(DEFAULT_ACCOUNT_SETTINGS), name);
}

/** So many pages of warehouses, profiles and rules are read, checked and compared in some milliseconds. */
const LARGE = 6;

/**
 * Whether reading or changing the client's account takes longer than the event loop may be blocked. An account that is not
 * made yet is small.
 */
export async function isLargeAccount(db: Queryable, client_id: number): Promise<boolean> {
  const { rows } = await db.query<{ pages: number }>({
    name: 'account-size',
    text: `SELECT cardinality(v.item_controls) + cardinality(v.warehouses) + cardinality(v.profiles) AS pages
           FROM clients c JOIN configurations v ON v.id = c.configuration_id WHERE c.id = $1`,
    values: [client_id],
  });
  return rows[0] !== undefined && rows[0].pages > LARGE;
}

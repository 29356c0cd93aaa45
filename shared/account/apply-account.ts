import type { z } from 'zod';
import type { appliedAccount } from '../contracts/account/account.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { ContractVariant, Prisma } from '../db/generated/client.ts';
import type { ProfileSettings, Warehouse } from '../engine/types.ts';
import type { Fault } from '../foundation/errors/app-error.ts';
import { passwordFault } from '../foundation/password-fault.ts';
import { Sealing } from '../foundation/sealing.ts';
import { COMMAND_LINE } from '../identity/actor.ts';
import { saveApiKeys } from '../identity/keys.ts';
import { linkTo } from '../identity/links.ts';
import { hashPassword } from '../identity/passwords.ts';
import { type ListedUsers, saveUsers } from '../identity/users.ts';
import { type AccountFile, invalidAccountFile, parseAccountFile, withFaults } from './account-file.ts';
import type { AccountState } from './account-state.ts';
import { type AccountAct, type AccountDatabase, type Changed, changeOrMake } from './change-account.ts';
import { LANES, PRICES, tableId } from './client-tables.ts';
import { createClient, updateClient } from './clients.ts';
import { type ConfigurationDocument, type DocumentPatch, NEW_DOCUMENT } from './configuration-document.ts';
import { saveWebhooks } from './webhook-endpoints.ts';

type Applied = z.output<typeof appliedAccount>;

/** Somebody whom an account file invites. */
export type InvitedByFile = NonNullable<Applied['users']>[number];

/** What applying an account file did. */
export interface AppliedAccount extends Omit<Applied, 'dry_run' | 'account'> {
  readonly client_id: number;
  readonly contract_variant: ContractVariant;
  /** Who is invited now, with the link that is shown this once; null in a dry run. */
  readonly users: InvitedByFile[];
}

/** The client's keys and endpoints, with the secrets of new ones, and who is invited. */
type Issued = Pick<AppliedAccount, 'api_keys' | 'webhooks' | 'users'>;

/**
 * Creates or updates a client as an account file says (docs/reference/account-file.md), in one transaction.
 * What the file leaves out stays as it is, a list in it is the whole list, and applying the file again changes no row.
 * The actor is the command line, unless `act` names another. `baseDir` is the folder that file names in the file are
 * relative to; null if no files may be read. `public_url` is where links of invitations begin.
 *
 * Throws AppError validation_failed, with faults, if the file does not fit the account. Then nothing is changed.
 */
export async function applyAccountFile(
  db: AccountDatabase,
  file: AccountFile,
  {
    who = COMMAND_LINE,
    ...how
  }: Pick<MadeWith, 'baseDir' | 'public_url'> & Pick<Partial<AccountAct>, 'who' | 'dry_run'>,
): Promise<AppliedAccount> {
  const { result, state, ...outcome } = await applyFile(db, file, { who, ...how }, changeOrMake);
  const { id, contract_variant } = state.client;
  return { client_id: id, contract_variant, ...result, ...outcome };
}

/** The same for an account that `change` opens. A dry run shows no secrets, because they were rolled back. */
export async function applyFile(
  db: AccountDatabase,
  file: AccountFile,
  {
    baseDir = null,
    public_url = null,
    mailed = false,
    ...act
  }: Pick<MadeWith, 'baseDir' | 'public_url' | 'mailed'> & Pick<AccountAct, 'who' | 'check' | 'dry_run'>,
  change: typeof changeOrMake<Issued>,
) {
  const { who, dry_run } = act;
  const audited = { ...act, action: 'account.apply', subject: 'account', clear_stock: stockToClear(file) };
  const hashes = await hashListed(db, { users: file.users, dry_run });
  const made = { baseDir, hashes, person: who.person, secrets: db.secrets, public_url, mailed };
  const { result, warnings, ...outcome } = await change(
    db,
    file.client.slug,
    { ...audited, rules: 'all' },
    (tx, before) => applyIn(tx, before, file, made),
  );
  return {
    result: dry_run ? withoutSecrets(result) : result,
    ...outcome,
    ...(warnings.length > 0 && { warnings }),
  };
}

/**
 * Hashes of the passwords that a list gives to people who cannot sign in yet, by address, for `saveUsers`. Make them before
 * the transaction. Those of a dry run are empty, because it stores none. Throws AppError validation_failed if others would try
 * a listed password first.
 */
async function hashListed(
  { prisma }: PrismaDatabase,
  {
    users = [],
    dry_run = false,
  }: { readonly users?: ListedUsers | undefined; readonly dry_run?: boolean | undefined },
): Promise<ReadonlyMap<string, string>> {
  if (users.every(({ password }) => password === undefined)) return new Map();
  const faults = users.flatMap(({ email, password }, index) => {
    const message = password === undefined ? null : passwordFault(email, password);
    return message === null ? [] : { path: `users[${index}].password`, message };
  });
  if (faults.length > 0) throw invalidAccountFile(faults);
  const known = await prisma.user.findMany({
    where: { email: { in: users.map(({ email }) => email) } },
    select: { email: true },
  });
  const present = new Set(known.map(({ email }) => email));
  const hashes = new Map<string, string>();
  for (const { email, password } of users)
    if (password !== undefined && !present.has(email))
      hashes.set(email, dry_run ? '' : await hashPassword(password));
  return hashes;
}

/** What a dry run shows: its secrets were rolled back. */
function withoutSecrets({ api_keys, webhooks, users }: Issued): Issued {
  return {
    api_keys: api_keys.map((key) => ({ ...key, key: null })),
    webhooks: webhooks.map((webhook) => ({ ...webhook, secret: null })),
    users: users.map((user) => ({ ...user, invitation_url: null })),
  };
}

const NO_KEY = new Sealing([]);

/** What an account file does not have. */
interface MadeWith {
  /** The folder that file names are relative to; left out: no files may be read. */
  readonly baseDir?: string | null;
  /** Hashes of the passwords in the file (hashListed). */
  readonly hashes?: ReadonlyMap<string, string>;
  /** The person who makes its new keys (Actor). */
  readonly person?: string | null | undefined;
  /** Seals the secrets of its new webhook endpoints. Without it, it may have none. */
  readonly secrets?: Sealing;
  /** Where links to the service begin; left out: nobody can be invited. */
  readonly public_url?: string | null;
  /** Links of invitations are mailed, and nobody else sees them. */
  readonly mailed?: boolean;
}

/**
 * The same within an account transaction. `before` is the account; null: its client is new. Returns the patch of its
 * configuration, and the client's active keys and its endpoints.
 */
export async function applyIn(
  tx: Prisma.TransactionClient,
  before: AccountState | null,
  file: AccountFile & DocumentPatch,
  {
    baseDir = null,
    hashes = new Map(),
    person = null,
    secrets = NO_KEY,
    public_url = null,
    mailed = false,
  }: MadeWith = {},
): Promise<Changed<Issued>> {
  const document = before?.version.document ?? NEW_DOCUMENT;
  const faults = [...(await planFaults(tx, file)), ...accountFaults(file, document)];
  if (faults.length > 0) throw invalidAccountFile(faults);
  if (before) await updateClient(tx, before.client, file.client);
  const { id } = before?.client ?? (await createClient(tx, file.client));
  const tables = await tablesOf(tx, id, document, file, baseDir);
  const api_keys = await saveApiKeys(tx, id, file.api_keys, person);
  const webhooks = await saveWebhooks(tx, { client_id: id, secrets }, file.webhooks);
  const invited = file.users ? await saveUsers(tx, id, file.users, { hashes, person, mailed }) : [];
  const users = invited.map(({ email, token }) => ({
    email,
    invitation_url: linkTo(public_url, 'invitation', token),
  }));
  return { patch: { ...file, ...tables }, result: { api_keys, webhooks, users } };
}

/**
 * Applies the part of an account file that was sent by itself. Throws AppError validation_failed with the file's faults as
 * `faultOf` turns them into faults of the part.
 */
export async function applyPart(
  tx: Prisma.TransactionClient,
  before: AccountState | null,
  part: object,
  faultOf: (fault: Fault) => Fault,
): Promise<Changed<unknown>> {
  try {
    return await applyIn(tx, before, parseAccountFile(part));
  } catch (error) {
    throw withFaults(error, faultOf);
  }
}

/** IDs of the warehouses whose stock a file counts as 0 if it enables them. */
export function stockToClear({ warehouses = [] }: Pick<AccountFile, 'warehouses'>): string[] {
  return warehouses.flatMap(({ warehouse_id, clear_stock }) => (clear_stock ? warehouse_id : []));
}

/** The fault at its path without `prefix`. */
export function withoutPrefix(prefix: string, { path, message }: Fault): Fault {
  return { path: path.startsWith(prefix) ? path.slice(prefix.length) : path, message };
}

async function planFaults(tx: Prisma.TransactionClient, { client }: AccountFile): Promise<Fault[]> {
  const plans = (await tx.plan.findMany({ orderBy: { code: 'asc' } })).map((plan) => plan.code);
  if (client.plan === undefined || plans.includes(client.plan)) return [];
  return [{ path: 'client.plan', message: `must be one of ${plans.join(', ')}` }];
}

/** What a file says of tables: the ids of those that it names or needs. Throws AppError validation_failed. */
async function tablesOf(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: ConfigurationDocument,
  file: DocumentPatch,
  baseDir: string | null,
): Promise<Pick<DocumentPatch, 'lane_table_id' | 'rate_table_id'>> {
  const warehouseIds = [...present.warehouses, ...(file.warehouses ?? [])].map((item) => item.warehouse_id);
  const files = { baseDir, warehouseIds };
  const { lane_table_id = present.transit.lane_table_id, rate_table_id = present.rate_table_id } = file;
  const prices = { named: file.rates?.prices_file, present: rate_table_id };
  const lanes = file.transit?.provider === 'table' ? file.transit.lanes_file : undefined;
  return {
    ...(file.rates && { rate_table_id: await tableId(tx, client_id, PRICES, prices, files) }),
    ...(file.transit?.provider === 'table' && {
      lane_table_id: await tableId(tx, client_id, LANES, { named: lanes, present: lane_table_id }, files),
    }),
  };
}

/** Faults of a file as a patch of a document: of names, capacities, counts of stock, and of what needs rates. */
export function accountFaults(file: AccountFile, present: ConfigurationDocument): Fault[] {
  return [
    ...referenceFaults(file, present.warehouses),
    ...capacityFaults(file, present),
    ...reservationFaults(file, present),
    ...costFaults(file, present),
  ];
}

/** Faults of capacities in an account of Variant B: only decisions of Variant A take places. */
function capacityFaults(file: AccountFile, present: ConfigurationDocument): Fault[] {
  const variant = file.client.contract_variant ?? present.contract_variant;
  if (variant !== 'B') return [];
  const message = 'an account of Variant B has no capacities';
  if (file.warehouses !== undefined) {
    return file.warehouses.flatMap(({ capacity }, index) =>
      capacity === undefined ? [] : [{ path: `warehouses[${index}].capacity`, message }],
    );
  }
  const limited = present.warehouses.find(({ capacity }) => capacity !== undefined);
  if (limited === undefined) return [];
  return [{ path: 'client.contract_variant', message: `${message}, and ${limited.warehouse_id} has one` }];
}

/** Faults of settings on reservations in an account of Variant B, whose orders reserve nothing. */
function reservationFaults(file: AccountFile, present: ConfigurationDocument): Fault[] {
  const variant = file.client.contract_variant ?? present.contract_variant;
  if (variant !== 'B') return [];
  const { stock_counts, reservation_days = null } = { ...present.settings, ...file.settings };
  const fault = (name: string, value: string) => ({
    path: `settings.${name}`,
    message: `Variant B has no reservations: ${name} must be ${value}`,
  });
  return [
    ...(stock_counts === 'on_hand' ? [fault('stock_counts', 'available')] : []),
    ...(reservation_days !== null ? [fault('reservation_days', 'null')] : []),
  ];
}

/**
 * Faults of names in a file: warehouses of profiles and item controls that neither the file nor the client's account has,
 * and codes that belong to a warehouse outside the file.
 */
export function referenceFaults(file: AccountFile, present: readonly Warehouse[]): Fault[] {
  const listed = file.warehouses ?? [];
  const listedIds = new Set(listed.map((warehouse) => warehouse.warehouse_id));
  const kept = present.filter((warehouse) => !listedIds.has(warehouse.warehouse_id));
  const known = new Set([...listedIds, ...kept.map((warehouse) => warehouse.warehouse_id)]);
  const unknown = (path: string, ids: readonly string[]): Fault[] =>
    ids.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `${path}[${index}]`, message: `there is no warehouse ${id}` }],
    );
  const ownerOfCode = new Map(kept.map((warehouse) => [warehouse.warehouse_code, warehouse.warehouse_id]));
  return [
    ...listed.flatMap(({ warehouse_code }, index) => {
      const owner = ownerOfCode.get(warehouse_code);
      const path = `warehouses[${index}].warehouse_code`;
      return owner === undefined
        ? []
        : [
            {
              path,
              message: `${warehouse_code} is the code of ${owner}, which is left out but not deleted`,
            },
          ];
    }),
    ...(file.profiles ?? []).flatMap((profile, index) =>
      unknown(`profiles[${index}].warehouse_ids`, profile.warehouse_ids ?? []),
    ),
    ...(file.item_controls ?? []).flatMap((control, index) =>
      'warehouse_ids' in control
        ? unknown(`item_controls[${index}].warehouse_ids`, control.warehouse_ids ?? [])
        : [],
    ),
  ];
}

/**
 * Faults of what needs rates in an account that would have none (objective lowest_cost, ranking cost, handling, a split
 * penalty), and of zones by a lane table that is not used. What the file itself lacks is named at `rates`.
 */
function costFaults(file: AccountFile, present: ConfigurationDocument): Fault[] {
  const rates = file.rates === undefined ? present.rates : file.rates;
  const provider = file.transit?.provider ?? present.transit.provider;
  if (rates) {
    if (rates.zones.by !== 'table' || provider === 'table') return [];
    const message = 'by table needs the transit provider table, whose lanes have the zones';
    return [{ path: file.rates ? 'rates.zones.by' : 'transit.provider', message }];
  }
  const settings = { ...present.settings, ...file.settings };
  const profiles = (file.profiles ?? present.profiles).entries();
  const warehouses = (file.warehouses ?? present.warehouses).entries();
  const penalty = file.split_penalty ?? present.split_penalty ?? 0;
  const ofSettings = (path: string, part: keyof AccountFile, { objective, ranking }: ProfileSettings) => [
    ...(objective === 'lowest_cost' ? [{ path: `${path}.objective`, part, what: 'lowest_cost' }] : []),
    ...(ranking === 'cost' ? [{ path: `${path}.ranking`, part, what: 'cost' }] : []),
  ];
  const needs: readonly { readonly path: string; readonly part: keyof AccountFile; readonly what: string }[] =
    [
      ...ofSettings('settings', 'settings', settings),
      ...[...profiles].flatMap(([index, profile]) =>
        ofSettings(`profiles[${index}].settings`, 'profiles', profile.settings),
      ),
      ...[...warehouses].flatMap(([index, { handling }]) =>
        handling
          ? { path: `warehouses[${index}].handling`, part: 'warehouses' as const, what: 'handling' }
          : [],
      ),
      ...(penalty > 0
        ? [{ path: 'split_penalty', part: 'split_penalty' as const, what: 'a split penalty' }]
        : []),
    ];
  return needs.map(({ path, part, what }) =>
    file[part] === undefined
      ? { path: 'rates', message: `${path}: ${what} needs them` }
      : { path, message: `${what} needs rates` },
  );
}

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AccountSettings, Shadow } from '../contracts/account/settings.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { ContractVariant, Prisma } from '../db/generated/client.ts';
import { type CompiledConfiguration, compileConfiguration } from '../engine/compile.ts';
import type { Configuration } from '../engine/types.ts';
import { canonicalJson } from '../foundation/canonical-json.ts';
import type { RoutingSetup, StoredRates, TransitSetup } from './routing-setup.ts';

/** One immutable version of a client's configuration, compiled for decisions. */
export interface StoredConfiguration {
  readonly id: number;
  readonly client_id: number;
  /** The contract its answers were given in. */
  readonly contract_variant: ContractVariant;
  readonly configuration: Configuration;
  readonly compiled: CompiledConfiguration;
  /** By warehouse index. */
  readonly warehouse_db_ids: readonly number[];
  readonly transit: TransitSetup;
  /** Null: the account has no prices. */
  readonly rates: StoredRates | null;
  readonly reroute_on_sync: AccountSettings['reroute_on_sync'];
  readonly shadow: Shadow | null;
  /** Warehouses, by index, that are disabled here although the stored version has them enabled. */
  readonly disabled: readonly number[];
}

/** The most bytes of configurations in memory, about: 1,500 of the size of the demo client's. */
export const MAX_CONFIGURATION_BYTES = 64 * 1024 * 1024;

/** What a configuration takes in memory, about, with what answers under it have in common. */
const CONFIGURATION_BYTES = 20_000;
/** With rules it takes up to seven times as much as its JSON. */
const BYTES_A_CHARACTER = 8;

/** By id. */
type Configurations = LRUCache<number, StoredConfiguration>;

/** One for each database, because ids of two databases are not related. */
const caches = new WeakMap<object, Configurations>();

/** Reads a configuration by id. It is cached, because it never changes. The least recently used one is dropped first. */
export function loadConfiguration(
  { pool }: Pick<Database, 'pool'>,
  id: number,
): Promise<StoredConfiguration> {
  const cache = caches.get(pool) ?? createCache(pool as Queryable);
  caches.set(pool, cache);
  return cache.forceFetch(id);
}

function createCache(pool: Queryable): Configurations {
  return new LRUCache({
    maxSize: MAX_CONFIGURATION_BYTES,
    // Requests that come while a configuration is read share it, also if it was dropped meanwhile.
    fetchMethod: async (id, _known, { options }) => {
      const { configuration, characters } = await readConfiguration(pool, id);
      // The largest one has the whole cache, rather than no place in it.
      options.size = Math.min(CONFIGURATION_BYTES + BYTES_A_CHARACTER * characters, MAX_CONFIGURATION_BYTES);
      return configuration;
    },
    ignoreFetchAbort: true,
  });
}

const shadows = new WeakMap<StoredConfiguration, StoredConfiguration>();

/** A configuration with its shadow settings laid over; the same one if it has none. */
export function withShadow(stored: StoredConfiguration): StoredConfiguration {
  if (stored.shadow === null) return stored;
  const known = shadows.get(stored);
  if (known !== undefined) return known;
  const settings = { ...stored.configuration.settings, ...stored.shadow.settings };
  const configuration = { ...stored.configuration, settings };
  const shadowed = { ...stored, configuration, compiled: compileConfiguration(configuration) };
  shadows.set(stored, shadowed);
  return shadowed;
}

/** By the version, then by the warehouses. */
const narrowed = new WeakMap<StoredConfiguration, Map<string, StoredConfiguration>>();

/** A configuration as if some of its warehouses, by index, were disabled; the same one if none is enabled in it. */
export function withDisabled(
  stored: StoredConfiguration,
  warehouses: readonly number[],
): StoredConfiguration {
  const disabled = warehouses.filter((index) => stored.configuration.warehouses[index]!.enabled);
  if (disabled.length === 0) return stored;
  const known = narrowed.get(stored) ?? new Map<string, StoredConfiguration>();
  narrowed.set(stored, known);
  const key = disabled.join();
  let narrow = known.get(key);
  if (narrow === undefined) {
    const configuration = {
      ...stored.configuration,
      warehouses: stored.configuration.warehouses.map((warehouse, index) =>
        disabled.includes(index) ? { ...warehouse, enabled: false } : warehouse,
      ),
    };
    narrow = { ...stored, configuration, compiled: compileConfiguration(configuration), disabled };
    known.set(key, narrow);
  }
  return narrow;
}

/** Makes a client's present set-up its configuration. An equal earlier configuration is used again. Returns the id. */
export async function refreshConfiguration(
  tx: Prisma.TransactionClient,
  client_id: number,
  setup: RoutingSetup,
): Promise<number> {
  const digest = digestOf(setup);
  const where = { client_id_digest: { client_id, digest } };
  const { id } =
    (await tx.configuration.findUnique({ where, select: { id: true } })) ??
    (await addConfiguration(tx, client_id, { digest, body: JSON.stringify(setup) }));
  await tx.client.updateMany({
    where: { id: client_id, OR: [{ configuration_id: null }, { configuration_id: { not: id } }] },
    data: { configuration_id: id },
  });
  return id;
}

/**
 * Stores a set-up that is not the client's, for what-ifs. If the client has or had an equal one, that is used. Returns
 * the id.
 */
export async function storeDraft(
  { pool }: Pick<Database, 'pool'>,
  client_id: number,
  setup: RoutingSetup,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO configurations (client_id, digest, body, is_draft) VALUES ($1, $2, $3, true)
     ON CONFLICT (client_id, digest) DO UPDATE SET digest = excluded.digest
     RETURNING id`,
    [client_id, digestOf(setup), JSON.stringify(setup)],
  );
  return rows[0]!.id;
}

function digestOf(setup: RoutingSetup): string {
  return createHash('sha256').update(canonicalJson(setup)).digest('hex');
}

/** By SQL, because Prisma Client looks at each value of a body, which may have as many rules as there are SKUs. */
async function addConfiguration(
  tx: Prisma.TransactionClient,
  client_id: number,
  { digest, body }: { readonly digest: string; readonly body: string },
): Promise<{ id: number }> {
  const [added] = await tx.$queryRaw<[{ id: number }]>`
    INSERT INTO configurations (client_id, digest, body) VALUES (${client_id}::int, ${digest}, ${body}::jsonb)
    RETURNING id`;
  return added;
}

/** By SQL, because routing calls it, and threads that route have no Prisma Client. */
async function readConfiguration(
  pool: Queryable,
  id: number,
): Promise<{ readonly configuration: StoredConfiguration; readonly characters: number }> {
  const { rows } = await pool.query<{ client_id: number; body: string }>({
    name: 'read configuration',
    text: 'SELECT client_id, body::text AS body FROM configurations WHERE id = $1',
    values: [id],
  });
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no configuration ${id}.`);
  const { contract_variant, warehouse_db_ids, transit, settings, shadow, ...setup } = JSON.parse(
    row.body,
  ) as RoutingSetup;
  const { reroute_on_sync, ...ofEngine } = settings;
  const configuration: Configuration = { settings: ofEngine, ...setup };
  return {
    configuration: {
      id,
      client_id: row.client_id,
      contract_variant,
      configuration,
      compiled: compileConfiguration(configuration),
      warehouse_db_ids,
      transit,
      rates: setup.rates ?? null,
      reroute_on_sync,
      shadow: shadow ?? null,
      disabled: [],
    },
    characters: row.body.length,
  };
}

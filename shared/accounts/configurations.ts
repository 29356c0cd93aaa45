import { createHash } from 'node:crypto';
import type { Database, Queryable } from '../db/database.ts';
import type { ContractVariant, Prisma } from '../db/generated/client.ts';
import { type CompiledConfiguration, compileConfiguration } from '../engine/compile.ts';
import type { Configuration } from '../engine/types.ts';
import { canonicalJson } from '../platform/canonical-json.ts';
import { RecentlyUsed } from '../platform/recently-used.ts';
import type { RoutingSetup, TransitSetup } from './routing-setup.ts';
import { readSetup } from './stored-setup.ts';

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
}

/** Enough for the clients that route at one time. A configuration has some kilobytes, and reading it takes a query. */
const CACHED = 200;

const caches = new WeakMap<object, RecentlyUsed<number, Promise<StoredConfiguration>>>();

/** Reads a configuration by id. It is cached, because it never changes. The least recently used one is dropped first. */
export function loadConfiguration(
  { pool }: Pick<Database, 'pool'>,
  id: number,
): Promise<StoredConfiguration> {
  const cache = cacheOf(pool);
  return cache.get(id, () => {
    const loading = readConfiguration(pool, id);
    loading.catch(() => cache.drop(id, loading));
    return loading;
  });
}

/** Makes a client's present set-up its configuration. An equal earlier configuration is used again. Returns the id. */
export async function refreshConfiguration(
  tx: Prisma.TransactionClient,
  client_id: number,
  setup: RoutingSetup,
): Promise<number> {
  const digest = createHash('sha256').update(canonicalJson(setup)).digest('hex');
  const where = { clientId_digest: { clientId: client_id, digest } };
  const { id } =
    (await tx.configuration.findUnique({ where, select: { id: true } })) ??
    (await addConfiguration(tx, client_id, { digest, body: JSON.stringify(setup) }));
  await tx.client.updateMany({
    where: { id: client_id, OR: [{ configurationId: null }, { configurationId: { not: id } }] },
    data: { configurationId: id },
  });
  return id;
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

/** The cache of a database, because ids of two databases are not related. */
function cacheOf(pool: object): RecentlyUsed<number, Promise<StoredConfiguration>> {
  let cache = caches.get(pool);
  if (cache === undefined) {
    cache = new RecentlyUsed(CACHED);
    caches.set(pool, cache);
  }
  return cache;
}

/** By SQL, because routing calls it, and threads that route have no Prisma Client. */
async function readConfiguration(pool: Queryable, id: number): Promise<StoredConfiguration> {
  const { rows } = await pool.query<{ client_id: number; body: unknown }>({
    name: 'read configuration',
    text: 'SELECT client_id, body FROM configurations WHERE id = $1',
    values: [id],
  });
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no configuration ${id}.`);
  const { contract_variant, warehouse_db_ids, transit, ...configuration } = readSetup(row.body);
  return {
    id,
    client_id: row.client_id,
    contract_variant,
    configuration,
    compiled: compileConfiguration(configuration),
    warehouse_db_ids,
    transit,
  };
}

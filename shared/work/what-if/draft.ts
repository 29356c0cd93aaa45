import { type AccountFile, parseAccountFile, withFaults } from '../../account/account-file.ts';
import { accountFaults } from '../../account/apply-account.ts';
import { applyPatch, type ConfigurationDocument } from '../../account/configuration-document.ts';
import { readVersion, rowsOf, storeVersion } from '../../account/configuration-versions.ts';
import { readPatch } from '../../contracts/intake/strict-body.ts';
import type { WholeBody } from '../../contracts/intake/whole-body.ts';
import { type WhatIfDraft, whatIfRequest } from '../../contracts/what-if.ts';
import type { Database } from '../../db/database.ts';
import type { Fault } from '../../foundation/errors/app-error.ts';
import { pathWithin, validationFailed } from '../../foundation/errors/faults.ts';
import type { NewWhatIf } from './what-ifs.ts';

/** Whose what-if is asked for. */
interface Asked {
  readonly client_id: number;
  /** The client's present configuration. */
  readonly configuration_id: number;
  readonly body: WholeBody | null;
  /** The moment that dates are counted from; null: of each order, that of its latest run. */
  readonly as_of?: Date | null;
}

/**
 * Reads a request for a what-if from its bytes, and stores the configuration that its draft makes. Throws AppError:
 * invalid_json, validation_failed with the paths of its faults.
 */
export async function readWhatIf(
  db: Pick<Database, 'pool'>,
  { client_id, configuration_id, body, as_of = null }: Asked,
): Promise<NewWhatIf> {
  const sent = readPatch(whatIfRequest, body);
  const { name, orders, draft } = whatIfRequest.parse(sent);
  const draft_configuration_id = await storeDraft(db, { client_id, configuration_id }, draft);
  return {
    name: name ?? null,
    routing_run_id: orders.routing_run_id ?? null,
    period_from: orders.from ?? null,
    period_to: orders.to ?? null,
    as_of,
    draft: JSON.stringify(sent.draft),
    configuration_id,
    draft_configuration_id,
  };
}

/** Stores the configuration that a draft makes. Returns its id. Throws AppError validation_failed. */
export async function storeDraft(
  db: Pick<Database, 'pool'>,
  { client_id, configuration_id }: Pick<Asked, 'client_id' | 'configuration_id'>,
  draft: WhatIfDraft,
): Promise<number> {
  const rows = rowsOf(db.pool);
  const base = await readVersion(rows, configuration_id, client_id);
  const drafted = layDraftOver(base.document, draft);
  return (await storeVersion(rows, client_id, drafted, { base, isDraft: true })).id;
}

/** A document with a draft laid over. Throws AppError validation_failed with the paths of the draft's faults. */
export function layDraftOver(document: ConfigurationDocument, draft: WhatIfDraft): ConfigurationDocument {
  const faults = warehouseFaults(document, draft);
  if (faults.length > 0) throw validationFailed(faults);
  return applyPatch(document, draftFile('draft', document, draft));
}

/**
 * The account file that makes a draft the client's configuration, without its stock, which is only supposed. Throws
 * AppError validation_failed.
 */
export function draftFile(slug: string, document: ConfigurationDocument, draft: WhatIfDraft): AccountFile {
  const { inventory: _, warehouses: changed, ...parts } = draft;
  const changes = new Map(changed?.map((change) => [change.warehouse_id, change]));
  const warehouses = document.warehouses.map((known) => ({ ...known, ...changes.get(known.warehouse_id) }));
  const placeOf = new Map(changed?.map(({ warehouse_id }, index) => [warehouse_id, index]));
  // The draft lists only the warehouses that it changes.
  const inDraft = (path: string) =>
    path.replace(/^warehouses\[(\d+)\]/, (_, index) => {
      const { warehouse_id } = warehouses[Number(index)]!;
      return `warehouses[${placeOf.get(warehouse_id) ?? index}]`;
    });
  try {
    const file = parseAccountFile({ client: { slug }, ...parts, ...(changed && { warehouses }) });
    const faults = [
      ...accountFaults(file, document),
      ...(file.rates && !document.rates ? [{ path: 'rates', message: 'the account has no prices' }] : []),
    ];
    if (faults.length > 0) throw validationFailed(faults);
    return file;
  } catch (error) {
    throw withFaults(error, ({ path, message }) => ({ path: pathWithin('draft', inDraft(path)), message }));
  }
}

/** Warehouses that the client does not have, or that come twice, also of the supposed stock. */
function warehouseFaults(
  document: ConfigurationDocument,
  { warehouses = [], inventory = [] }: WhatIfDraft,
): Fault[] {
  const known = new Set(document.warehouses.map(({ warehouse_id }) => warehouse_id));
  const faultsOf = (list: string, names: readonly (readonly [warehouse_id: string, sku?: string])[]) => {
    const first = new Map<string, number>();
    return names.flatMap((name, index): Fault[] => {
      const key = JSON.stringify(name);
      const earlier = first.get(key);
      if (earlier !== undefined)
        return [{ path: `draft.${list}[${index}]`, message: `repeats ${list}[${earlier}]` }];
      first.set(key, index);
      if (known.has(name[0])) return [];
      return [{ path: `draft.${list}[${index}].warehouse_id`, message: `there is no warehouse ${name[0]}` }];
    });
  };
  return [
    ...faultsOf(
      'warehouses',
      warehouses.map(({ warehouse_id }) => [warehouse_id]),
    ),
    ...faultsOf(
      'inventory',
      inventory.map(({ warehouse_id, sku }) => [warehouse_id, sku]),
    ),
  ];
}

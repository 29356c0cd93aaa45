import type { z } from 'zod';
import { accountFile } from '../contracts/account/account-file-schema.ts';
import { AppError, type Fault } from '../foundation/errors/app-error.ts';
import { faultPath, validationFailed } from '../foundation/errors/faults.ts';

/** The account file (docs/reference/account-file.md), checked, with the defaults of list elements filled in. */
export type AccountFile = Omit<z.output<typeof accountFile>, '$schema'>;

/** The account file as a person writes it. */
export type AccountFileInput = z.input<typeof accountFile>;

/**
 * Reads the content of an account file. Throws AppError validation_failed with all faults of the file
 * by itself. apply-account.ts checks what it names of the client's present account.
 */
export function parseAccountFile(content: unknown): AccountFile {
  const parsed = accountFile.safeParse(content);
  if (!parsed.success) {
    throw invalidAccountFile(parsed.error.issues.flatMap(issueFaults));
  }
  const { $schema: _, ...file } = parsed.data;
  const faults = repetitions(file);
  if (faults.length > 0) {
    throw invalidAccountFile(faults);
  }
  return file;
}

/** The error that has an account file's faults. */
export function invalidAccountFile(faults: readonly Fault[]): AppError {
  return new AppError('validation_failed', 'The account file has faults; nothing was changed.', { faults });
}

/** An account file's error with its faults as `faultOf` turns them; they are those of `part`. Another error stays as it is. */
export function withFaults(error: unknown, faultOf: (fault: Fault) => Fault, part = 'body'): unknown {
  if (!(error instanceof AppError) || error.faults === undefined) return error;
  return validationFailed(error.faults.map(faultOf), part);
}

function issueFaults(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: faultPath([...issue.path, key]), message: 'unknown key' }));
  }
  return [{ path: faultPath(issue.path) || 'file', message: issue.message }];
}

function repetitions(file: AccountFile): Fault[] {
  const controls = file.item_controls ?? [];
  return [
    ...repeatedBy('warehouses', 'warehouse_id', file.warehouses),
    ...repeatedBy('warehouses', 'warehouse_code', file.warehouses),
    ...repeatedBy('profiles', 'partner_id', file.profiles),
    ...repeatedBy('api_keys', 'name', file.api_keys, ({ environment, name }) => `${environment} ${name}`),
    ...repeatedBy('webhooks', 'url', file.webhooks),
    ...repeatedBy('users', 'email', file.users),
    ...(file.profiles ?? []).flatMap((item, index) =>
      repeated(`profiles[${index}].warehouse_ids`, '', item.warehouse_ids ?? []),
    ),
    ...controls.flatMap((item, index) =>
      'warehouse_ids' in item
        ? repeated(`item_controls[${index}].warehouse_ids`, '', item.warehouse_ids ?? [])
        : [],
    ),
    ...repeatedBy('item_controls', 'rule', controls, controlIdentity),
  ];
}

/** Elements that have the same value as an earlier one: of the member `key`, or what `identityOf` makes. */
function repeatedBy<Item extends object, Key extends keyof Item & string>(
  list: string,
  key: Key,
  items: readonly Item[] = [],
  identityOf: (item: Item, index: number) => string = (item) => String(item[key]),
): Fault[] {
  return repeated(list, `.${key}`, items.map(identityOf));
}

/**
 * Rules with the same identity repeat each other. Several `restrict`, `max_transit_days` and `safety_stock` rules are
 * combined, so none do.
 */
function controlIdentity(control: NonNullable<AccountFile['item_controls']>[number], index: number): string {
  switch (control.rule) {
    case 'restrict':
    case 'max_transit_days':
    case 'safety_stock':
      return String(index);
    case 'prefer':
    case 'exclude':
      return JSON.stringify([control.sku, control.rule, [...control.warehouse_ids].sort()]);
    default:
      return JSON.stringify([control.sku, control.rule]);
  }
}

function repeated(list: string, key: string, values: readonly string[]): Fault[] {
  const first = new Map<string, number>();
  return values.flatMap((value, index) => {
    const earlier = first.get(value);
    if (earlier === undefined) {
      first.set(value, index);
      return [];
    }
    return [{ path: `${list}[${index}]${key}`, message: `repeats ${list}[${earlier}]` }];
  });
}

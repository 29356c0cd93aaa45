import { InvalidArgumentError, Option } from 'commander';
import type { Limits } from '../../../shared/account/plans.ts';
import { MAX_INT } from '../../../shared/contracts/common.ts';
import { Environment } from '../../../shared/db/generated/enums.ts';
import type { JsonOption } from '../options.ts';

export interface KeyOptions extends JsonOption {
  readonly environment: Environment;
}

export interface LimitOptions extends JsonOption {
  readonly routedOrders?: number | 'none';
  readonly inventoryRows?: number | 'none';
}

export const environment = () =>
  new Option('-e, --environment <environment>', 'environment of the key')
    .choices(Object.values(Environment))
    .makeOptionMandatory();

export const routedOrders = () =>
  new Option('--routed-orders <number|none>', 'routed orders per period').argParser(limit);

export const inventoryRows = () =>
  new Option('--inventory-rows <number|none>', 'inventory rows per upload').argParser(limit);

/** The given limits, with the names of the service. */
export function sentLimits({ routedOrders, inventoryRows }: LimitOptions): Limits {
  return {
    ...(routedOrders !== undefined && { routed_orders_limit: orNull(routedOrders) }),
    ...(inventoryRows !== undefined && { inventory_rows_limit: orNull(inventoryRows) }),
  };
}

function limit(text: string): number | 'none' {
  if (text === 'none') return text;
  if (/^\d+$/.test(text) && Number(text) <= MAX_INT) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number up to ${MAX_INT}, or none.`);
}

/** Not done by the parser, because commander takes an option with the value null as not given. */
function orNull(limit: number | 'none'): number | null {
  return limit === 'none' ? null : limit;
}

import type { components } from '../../../../shared/client/account-api.d.ts';
import type { Warehouse } from '../../client/warehouses.ts';
import type { Effect } from '../../components/effect-table.tsx';

export type Transit = components['schemas']['Transit'];
type Provider = Transit['provider'];

/** The providers by name. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  zone: 'By zone',
  table: 'Lane table',
  http: 'Carrier',
};

/** Where transit days are from. */
interface Source {
  readonly provider: Provider;
  /** Those that have lanes. */
  readonly warehouses: readonly { readonly warehouse_id: string }[];
}

/** What another source of transit days changes for the enabled warehouses. */
export function lanesEffects(
  warehouses: readonly Pick<Warehouse, 'warehouse_id' | 'enabled'>[],
  before: Source,
  after: Source,
): Effect[] {
  const enabled = warehouses.filter((each) => each.enabled);
  const lacking = ({ provider, warehouses }: Source) => {
    const withLanes = new Set(warehouses.map(({ warehouse_id }) => warehouse_id));
    return provider === 'table'
      ? enabled.filter(({ warehouse_id }) => !withLanes.has(warehouse_id)).length
      : 0;
  };
  const of = (count: number) => `${count} of ${enabled.length}`;
  return [
    ...(before.provider === after.provider
      ? []
      : [
          {
            what: 'Provider',
            before: PROVIDER_NAMES[before.provider],
            after: PROVIDER_NAMES[after.provider],
            isDangerous: true,
          },
        ]),
    {
      what: 'Enabled warehouses without a lane',
      before: of(lacking(before)),
      after: of(lacking(after)),
      isDangerous: lacking(after) > lacking(before),
    },
  ];
}

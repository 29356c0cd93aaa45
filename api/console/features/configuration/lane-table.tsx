import type { components } from '../../../../shared/client/account-api.d.ts';
import { useWarehouses } from '../../client/warehouses.ts';
import type { Effect } from '../../components/effect-table.tsx';
import { type RowCounts, TableUpload } from '../../components/table-upload.tsx';
import { lanesEffects, PROVIDER_NAMES, type Transit } from './lane-effects.ts';

type Uploaded = components['schemas']['UploadedLanes'];

const countsOf = ({ warehouses }: Pick<Uploaded, 'warehouses'>): RowCounts =>
  warehouses.map(({ warehouse_id, lanes }) => [warehouse_id, lanes]);

/** The client's own lanes by warehouse, and their upload. */
export function LaneTable({ transit, mayChange }: { transit: Transit; mayChange: boolean }) {
  const { lane_table, provider } = transit;
  const warehouses = useWarehouses().data;
  const effectsOf = (uploaded: Uploaded): readonly Effect[] => {
    const present = lane_table?.warehouses ?? [];
    return lanesEffects(
      warehouses ?? [],
      { provider, warehouses: present },
      { provider: uploaded.provider, warehouses: [...present, ...uploaded.warehouses] },
    );
  };
  return (
    <TableUpload
      title="Lane table"
      noun="lane"
      columns="warehouse_id, destination_zip and transit_days"
      table={lane_table && { ...lane_table, counts: countsOf(lane_table) }}
      empty="No lane table yet."
      unused={
        provider === 'table'
          ? undefined
          : `The provider stays ${PROVIDER_NAMES[provider]}: choose ${PROVIDER_NAMES.table} above to use these lanes.`
      }
      // What a file changes is counted by the warehouses.
      mayChange={mayChange && warehouses !== undefined}
      // A file does not change the provider.
      path="/account/v1/transit/lanes"
      search={{ use: String(provider === 'table') }}
      countsOf={countsOf}
      effectsOf={effectsOf}
    />
  );
}

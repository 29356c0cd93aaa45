import type { components } from '../../../../shared/client/account-api.d.ts';
import { useTableUpload } from '../../client/use-table-upload.ts';
import { countsText, type RowCounts, TableUpload } from '../../components/table-upload.tsx';
import type { Transit } from './use-transit.ts';

type LaneCounts = NonNullable<Transit['lane_table']>['warehouses'];

const countsOf = (warehouses: LaneCounts): RowCounts =>
  warehouses.map(({ warehouse_id, lanes }) => [warehouse_id, lanes]);

/** The client's own lanes by warehouse, and their upload. */
export function LaneTable({ transit: { lane_table }, mayChange }: { transit: Transit; mayChange: boolean }) {
  const upload = useTableUpload<components['schemas']['UploadedLanes']>('/account/v1/transit/lanes');
  return (
    <TableUpload
      title="Lane table"
      noun="lane"
      columns="warehouse_id, destination_zip and transit_days"
      table={lane_table && { ...lane_table, counts: countsOf(lane_table.warehouses) }}
      empty="No lane table yet."
      mayChange={mayChange}
      upload={upload}
      done={
        upload.data &&
        `${countsText(countsOf(upload.data.warehouses), 'lane')}. Transit days now come from the lane table.`
      }
    />
  );
}

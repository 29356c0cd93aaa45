import { useWarehouseName } from '../client/warehouses.ts';
import { nameList } from '../view/name-list.ts';

/** Warehouses by name. Their IDs are shown on hover. */
export function WarehouseNames({ ids }: { ids: readonly string[] }) {
  const nameOf = useWarehouseName();
  return <span title={ids.join(', ')}>{nameList(ids.map(nameOf))}</span>;
}

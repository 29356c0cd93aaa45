import { type CellValue, daysCell, expandPrefixes, PREFIX_RULE, zoneCell } from './cell-value.ts';
import type { TableLayout } from './layout.ts';
import { isDestination } from './prefix-list.ts';

/** Each line is a destination, and each column a warehouse with its ID as the heading. The cells are days. */
export const warehouseDays = warehouseColumns('warehouse-days', daysCell);

/** The same with zones in the cells. */
export const warehouseZones = warehouseColumns('warehouse-zones', zoneCell);

function warehouseColumns(name: string, read: (cell: string) => CellValue): TableLayout {
  return {
    name,
    isHeader: ([first, ...rest], { warehouses }) =>
      first !== undefined &&
      isDestination(first) &&
      warehouses.some(({ warehouse_id }) => rest.includes(warehouse_id)),
    read({ header, lines }, { warehouses, warehouse_id }, collector) {
      const columns = header.cells.slice(1).flatMap((id, index) => {
        const origin = warehouses.find((warehouse) => warehouse.warehouse_id === id);
        if (origin === undefined) {
          collector.fault(`line ${header.line}`, `unknown warehouse_id ${JSON.stringify(id)}`);
        }
        const isMeant = warehouse_id === null || warehouse_id === id;
        return origin !== undefined && isMeant ? [{ origin, column: index + 1 }] : [];
      });
      for (const { line, cells } of lines) {
        const prefixes = expandPrefixes(cells[0] ?? '');
        if (prefixes === null) {
          collector.fault(`line ${line}`, `${header.cells[0]} ${PREFIX_RULE}`);
          continue;
        }
        for (const { origin, column } of columns) {
          collector.addCell(line, [origin], prefixes, read(cells[column] ?? ''), header.cells[column]!);
        }
      }
    },
  };
}

import { Paper, Table, Text, Title } from '@mantine/core';
import { share, whole } from '../../view/numbers.ts';

/** What of a run leaves which warehouse. */
interface WarehouseShare {
  readonly warehouse_id: string;
  readonly warehouse_name: string;
  readonly shipments: number;
  readonly units: number;
}

/** The share of each warehouse in a run's units. */
export function WarehouseShares({ shares: by_warehouse }: { shares: readonly WarehouseShare[] | null }) {
  const total = (by_warehouse ?? []).reduce((sum, { units }) => sum + units, 0);
  return (
    <Paper withBorder p="md" h="100%">
      <Title order={2} mb="sm">
        Warehouses
      </Title>
      {by_warehouse === null || by_warehouse.length === 0 ? (
        <Text size="sm" c="dimmed">
          What leaves which warehouse stands here once orders are decided.
        </Text>
      ) : (
        <Table aria-label="Warehouses of this run" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Warehouse</Table.Th>
              <Table.Th className="num">Shipments</Table.Th>
              <Table.Th className="num">Units</Table.Th>
              <Table.Th className="num">Share</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {by_warehouse.map(({ warehouse_id, warehouse_name, shipments, units }) => (
              <Table.Tr key={warehouse_id}>
                <Table.Td title={warehouse_id}>{warehouse_name}</Table.Td>
                <Table.Td className="num">{whole(shipments)}</Table.Td>
                <Table.Td className="num">{whole(units)}</Table.Td>
                <Table.Td className="num">{share(units, total, { withCount: false })}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}

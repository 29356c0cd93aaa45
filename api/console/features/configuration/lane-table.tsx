import { Alert, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { ErrorNote } from '../../components/error-note.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { counted } from '../../view/numbers.ts';
import { type Transit, useUploadLanes } from './use-transit.ts';

/** The client's own lanes by warehouse, and their upload. */
export function LaneTable({ transit, mayChange }: { transit: Transit; mayChange: boolean }) {
  const uploadLanes = useUploadLanes();
  const table = transit.lane_table;
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="xs">
        Lane table
      </Title>
      {table === null ? (
        <Text size="sm" c="dimmed">
          No lane table yet. Upload a CSV with the columns warehouse_id, destination_zip and transit_days.
        </Text>
      ) : (
        <Table aria-label="Lanes by warehouse" maw={480}>
          <Table.Tbody>
            {table.warehouses.map(({ warehouse_id, lanes }) => (
              <Table.Tr key={warehouse_id}>
                <Table.Td>{warehouse_id}</Table.Td>
                <Table.Td className="num">{counted(lanes, 'lane')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Caption ta="left">
            Uploaded <MomentText at={table.created_at} />
          </Table.Caption>
        </Table>
      )}
      {mayChange && (
        <Stack mt="sm">
          <FileDrop
            label="Drop a lane table here"
            hint="CSV. Replaces all lanes of each warehouse in the file."
            isBusy={uploadLanes.isPending}
            onFile={(file) => uploadLanes.mutate(file)}
          />
          {uploadLanes.error && <ErrorNote error={uploadLanes.error} />}
          {uploadLanes.data && (
            <Alert color="green" variant="light" role="status">
              {uploadLanes.data.warehouses
                .map(({ warehouse_id, lanes }) => `${warehouse_id}: ${counted(lanes, 'lane')}`)
                .join(', ')}
              . Transit days now come from the lane table.
            </Alert>
          )}
        </Stack>
      )}
    </Paper>
  );
}

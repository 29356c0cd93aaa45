import {
  Alert,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMayChange } from '../../client/rights.ts';
import { useWarehouses } from '../../client/warehouses.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyDone, notifyFailed } from '../../components/notify.ts';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { type Transit, useChangeProvider, useLane, useTransit, useUploadLanes } from './use-transit.ts';

const PROVIDERS: Readonly<Record<Transit['provider'], string>> = {
  zone: 'Days by distance between ZIPs, as ground carriers count them. Needs nothing from you.',
  table: 'Days from the lane table that you uploaded. A destination without a lane has no days.',
  http: 'Days from a carrier, asked over the network. Its address and credential are set by operators.',
};

/** Where transit days come from; the lane table; one lane looked up. */
export function TransitPage() {
  const transit = useTransit();
  const mayChange = useMayChange();
  return (
    <Page title="Transit" lead="Days in transit rank warehouses for each destination.">
      <QueryView query={transit}>
        {(data) => (
          <Stack gap="md">
            <Provider transit={data} mayChange={mayChange} />
            <LaneLookup />
            <LaneTable transit={data} mayChange={mayChange} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function Provider({ transit, mayChange }: { transit: Transit; mayChange: boolean }) {
  const change = useChangeProvider();
  const choose = (provider: string) =>
    change.mutate(
      { etag: transit.etag, provider: provider as Transit['provider'] },
      { onSuccess: () => notifyDone('The next order is routed by these days.'), onError: notifyFailed },
    );
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Title order={2}>Provider</Title>
        <SegmentedControl
          size="xs"
          aria-label="Provider"
          value={transit.provider}
          disabled={!mayChange || change.isPending}
          onChange={choose}
          data={[
            { value: 'zone', label: 'By zone' },
            { value: 'table', label: 'Lane table', disabled: transit.lane_table === null },
            ...(transit.provider === 'http' ? [{ value: 'http', label: 'Carrier' }] : []),
          ]}
        />
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {PROVIDERS[transit.provider]}
      </Text>
    </Paper>
  );
}

function LaneLookup() {
  const warehouses = useWarehouses();
  const lane = useLane();
  const form = useForm({ initialValues: { warehouse_id: '', destination_zip: '' } });
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="xs">
        Look up one lane
      </Title>
      <form onSubmit={form.onSubmit((values) => lane.mutate(values))}>
        <Group align="flex-end">
          <Select
            label="Warehouse"
            required
            data={(warehouses.data ?? []).map(({ warehouse_id, warehouse_name }) => ({
              value: warehouse_id,
              label: warehouse_name,
            }))}
            {...form.getInputProps('warehouse_id')}
          />
          <TextInput label="Destination ZIP" required w={150} {...form.getInputProps('destination_zip')} />
          <Button type="submit" variant="default" loading={lane.isPending}>
            Look up
          </Button>
        </Group>
      </form>
      {lane.error && <ErrorNote error={lane.error} />}
      {lane.data && (
        <Text size="sm" mt="sm" role="status">
          {lane.data.lane === null
            ? `There is no lane from ${lane.data.warehouse_id} to ${lane.data.destination_zip}, or the warehouse is disabled.`
            : `${lane.data.warehouse_id} to ${lane.data.destination_zip}: ${counted(lane.data.lane.transit_days, 'day')}` +
              `${lane.data.lane.distance_miles === null ? '' : `, ${whole(Math.round(lane.data.lane.distance_miles))} miles`} (${lane.data.lane.source}).`}
        </Text>
      )}
    </Paper>
  );
}

function LaneTable({ transit, mayChange }: { transit: Transit; mayChange: boolean }) {
  const uploadLanes = useUploadLanes();
  const table = transit.lane_table;
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="xs">
        Lane table
      </Title>
      {table === null ? (
        <Text size="sm" c="dimmed">
          No lanes of your own yet. A CSV with the columns warehouse_id, destination_zip and transit_days
          brings them.
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
          <Table.Caption>
            Of <MomentText at={table.created_at} />
          </Table.Caption>
        </Table>
      )}
      {mayChange && (
        <Stack mt="sm">
          <FileDrop
            label="Drop a lane table"
            hint="CSV; the lanes of each warehouse in it are replaced"
            isBusy={uploadLanes.isPending}
            onFile={(file) => uploadLanes.mutate(file)}
          />
          {uploadLanes.error && <ErrorNote error={uploadLanes.error} />}
          {uploadLanes.data && (
            <Alert color="green" variant="light" role="status">
              {uploadLanes.data.warehouses
                .map(({ warehouse_id, lanes }) => `${warehouse_id}: ${counted(lanes, 'lane')}`)
                .join(', ')}
              . The provider is the lane table now.
            </Alert>
          )}
        </Stack>
      )}
    </Paper>
  );
}

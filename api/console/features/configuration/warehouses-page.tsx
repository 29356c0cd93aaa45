import { Button, Grid, Group, Modal, Paper, Stack, Switch, Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { usePlaces } from '../../client/places.ts';
import { useMayChange } from '../../client/rights.ts';
import { useWarehouses, type Warehouse } from '../../client/warehouses.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { LazyMap } from '../../components/lazy-map.tsx';
import { notifyDone, notifyFailed } from '../../components/notify.ts';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { moved } from '../../view/move.ts';
import { counted } from '../../view/numbers.ts';
import { useAddWarehouse, useChangeWarehouse, useOrderWarehouses } from './use-warehouse-acts.ts';

/** Where orders may ship from: on a map and as a list, by priority. */
export function WarehousesPage() {
  const warehouses = useWarehouses();
  const mayChange = useMayChange();
  const [isAdding, dialog] = useDisclosure();
  return (
    <Page
      title="Warehouses"
      beside={warehouses.data && <Text c="dimmed">{warehouses.data.length}</Text>}
      lead="Orders ship from enabled warehouses. Priority decides between equals, or throughout if Settings rank by priority."
      actions={mayChange && <Button onClick={dialog.open}>Add a warehouse</Button>}
    >
      <QueryView query={warehouses}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No warehouses yet"
              action={mayChange && <Button onClick={dialog.open}>Add a warehouse</Button>}
            >
              Each place that orders can ship from stands here. Stock and routing need at least one.
            </EmptyState>
          ) : (
            <Grid>
              <Grid.Col span={{ base: 12, lg: 7 }}>
                <WarehouseTable rows={rows} mayChange={mayChange} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 5 }}>
                <Paper withBorder p="xs">
                  <WarehouseMap rows={rows} />
                </Paper>
              </Grid.Col>
            </Grid>
          )
        }
      </QueryView>
      <Modal opened={isAdding} onClose={dialog.close} title="Add a warehouse">
        <AddWarehouse onDone={dialog.close} />
      </Modal>
    </Page>
  );
}

function WarehouseMap({ rows }: { rows: readonly Warehouse[] }) {
  const places = usePlaces(rows.map(({ zip }) => zip));
  const sites = rows.flatMap(({ warehouse_id, zip, enabled }) => {
    const at = places.data?.get(zip);
    return at ? [{ id: warehouse_id, label: warehouse_id, at, isChosen: enabled, isOff: !enabled }] : [];
  });
  const enabled = rows.filter((row) => row.enabled).length;
  return <LazyMap label={`Map: ${counted(enabled, 'enabled warehouse')} of ${rows.length}`} sites={sites} />;
}

/** By drag, or by Alt with the arrows on a row, warehouses change places. */
function WarehouseTable({ rows, mayChange }: { rows: readonly Warehouse[]; mayChange: boolean }) {
  const order = useOrderWarehouses();
  const [dragged, setDragged] = useState<number | null>(null);
  const ids = rows.map(({ warehouse_id }) => warehouse_id);
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= ids.length) return;
    order.mutate(moved(ids, from, to), {
      onSuccess: () => notifyDone('The priorities are changed.'),
      onError: notifyFailed,
    });
  };
  const dragging = (index: number) => ({
    draggable: true,
    onDragStart: () => setDragged(index),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: () => dragged !== null && move(dragged, index),
    onKeyDown: (event: KeyboardEvent) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || step === undefined) return;
      event.preventDefault();
      move(index, index + step);
    },
  });
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={560} type="native">
        <Table aria-label="Warehouses">
          <Table.Thead>
            <Table.Tr>
              <Table.Th className="num">Priority</Table.Th>
              <Table.Th>Warehouse</Table.Th>
              <Table.Th>ZIP</Table.Th>
              <Table.Th>Enabled</Table.Th>
              {mayChange && <Table.Th>Order</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr key={row.warehouse_id} {...(mayChange && dragging(index))}>
                <Table.Td className="num">{row.priority ?? '–'}</Table.Td>
                <Table.Td>
                  {row.warehouse_name}
                  <Text size="xs" c="dimmed" ff="monospace">
                    {row.warehouse_id}
                  </Text>
                </Table.Td>
                <Table.Td>{row.zip}</Table.Td>
                <Table.Td>
                  <EnabledSwitch row={row} mayChange={mayChange} />
                </Table.Td>
                {mayChange && (
                  <Table.Td>
                    <Group gap={4} wrap="nowrap">
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`${row.warehouse_name} up`}
                        disabled={index === 0}
                        onClick={() => move(index, index - 1)}
                      >
                        ↑
                      </Button>
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`${row.warehouse_name} down`}
                        disabled={index === rows.length - 1}
                        onClick={() => move(index, index + 1)}
                      >
                        ↓
                      </Button>
                    </Group>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {mayChange && (
        <Text size="xs" c="dimmed">
          Drag a row, or use its arrows, to change its priority.
        </Text>
      )}
    </Stack>
  );
}

function EnabledSwitch({ row, mayChange }: { row: Warehouse; mayChange: boolean }) {
  const change = useChangeWarehouse();
  const toggle = () =>
    change.mutate(
      { warehouse_id: row.warehouse_id, etag: row.etag, enabled: !row.enabled },
      {
        onSuccess: () =>
          notifyDone(
            `${row.warehouse_name} is ${row.enabled ? 'disabled: nothing ships from it' : 'enabled'}.`,
          ),
        onError: notifyFailed,
      },
    );
  return (
    <Switch
      checked={row.enabled}
      disabled={!mayChange || change.isPending}
      onChange={toggle}
      aria-label={`${row.warehouse_name} enabled`}
    />
  );
}

function AddWarehouse({ onDone }: { onDone: () => void }) {
  const add = useAddWarehouse();
  const form = useForm({ initialValues: { warehouse_id: '', warehouse_name: '', zip: '' } });
  const submit = form.onSubmit((body) =>
    add.mutate(body, {
      onSuccess: () => {
        notifyDone(`${body.warehouse_name} is added.`);
        onDone();
      },
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {add.error && <ErrorNote error={add.error} />}
        <TextInput
          label="Warehouse ID"
          description="Your own; stock names the warehouse by it."
          required
          {...form.getInputProps('warehouse_id')}
        />
        <TextInput
          label="Name"
          description="As people say it: Edison NJ."
          required
          {...form.getInputProps('warehouse_name')}
        />
        <TextInput label="ZIP" description="Where it ships from." required {...form.getInputProps('zip')} />
        <Button type="submit" loading={add.isPending}>
          Add the warehouse
        </Button>
      </Stack>
    </form>
  );
}

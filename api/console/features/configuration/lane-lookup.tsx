import { Group, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { read } from '../../client/calls.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useWarehouseChoice } from '../../client/warehouses.ts';
import { useFaultsAtFields } from '../../components/dialog-form.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { Panel } from '../../components/section.tsx';
import { counted, whole } from '../../view/numbers.ts';

const NOTHING = { warehouse_id: '', destination_zip: '' };
const FIELDS = Object.keys(NOTHING);

/** The lane from a warehouse to a ZIP that an order would be routed by now. */
export function LaneLookup() {
  const warehouses = useWarehouseChoice();
  const scope = clientQuery(useScope());
  const lane = useMutation({
    mutationFn: (sought: typeof NOTHING) => read('/account/v1/transit/lanes', scope, sought),
  });
  const form = useForm({ initialValues: NOTHING });
  const isAtFields = useFaultsAtFields(form, lane.error, FIELDS);
  return (
    <Panel title="Look up a lane">
      <form onSubmit={form.onSubmit((values) => lane.mutate(values))}>
        <Group align="flex-end">
          <Select label="Warehouse" required {...warehouses} {...form.getInputProps('warehouse_id')} />
          <TextInput label="Destination ZIP" required w={150} {...form.getInputProps('destination_zip')} />
          <PlainButton type="submit" loading={lane.isPending}>
            Look up
          </PlainButton>
        </Group>
      </form>
      {lane.error && !isAtFields && <ErrorNote error={lane.error} fieldsWithFaults={FIELDS} />}
      {lane.data && (
        <Text size="sm" mt="sm" role="status">
          {lane.data.lane === null
            ? `No lane from ${lane.data.warehouse_id} to ${lane.data.destination_zip}, or the warehouse is disabled.`
            : `${lane.data.warehouse_id} to ${lane.data.destination_zip}: ${counted(lane.data.lane.transit_days, 'day')}` +
              `${lane.data.lane.distance_miles === null ? '' : `, ${whole(Math.round(lane.data.lane.distance_miles))} miles`} (${lane.data.lane.source}).`}
        </Text>
      )}
    </Panel>
  );
}

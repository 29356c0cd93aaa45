import { Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWarehouseChoice } from '../../client/warehouses.ts';
import { ManySelect } from '../../components/many-select.tsx';
import { counted } from '../../view/numbers.ts';
import { NO_CHOICE, rerouteBody } from '../orders/reroute-choice.ts';
import type { RerouteBody } from '../orders/use-order.ts';
import { RerouteEstimate } from './reroute-estimate.tsx';

interface RerouteAllFormProps {
  readonly count: number;
  /** The IDs of the first orders, which are tried. */
  readonly first: readonly string[];
  readonly isPending: boolean;
  readonly onAct: (body: RerouteBody) => void;
  readonly onClose: () => void;
}

/** The form of a reroute of many orders. */
export function RerouteAllForm({ count, first, isPending, onAct, onClose }: RerouteAllFormProps) {
  const warehouses = useWarehouseChoice();
  const form = useForm({ initialValues: { ...NO_CHOICE, unless_worse: true } });
  const { unless_worse, ...choice } = form.values;
  const body = { ...rerouteBody(choice), unless_worse };
  return (
    <form onSubmit={form.onSubmit(() => onAct(body))}>
      <Text size="sm" mb="sm">
        {counted(count, 'order')} {count === 1 ? 'matches' : 'match'}. Each is rerouted with the current rules
        and stock, and counts as a routed order. Its own reservation is released first.
      </Text>
      <ManySelect
        label="Exclude warehouses"
        {...warehouses}
        clearable
        mb="sm"
        {...form.getInputProps('exclude')}
      />
      <ManySelect
        label="Only these warehouses"
        {...warehouses}
        clearable
        mb="sm"
        {...form.getInputProps('only')}
      />
      <TextInput
        label="Note"
        description="Shown in the history of each order."
        maxLength={500}
        mb="sm"
        {...form.getInputProps('note')}
      />
      <Switch
        label="Keep an order unchanged if it would ship fewer units or need more shipments"
        mb="md"
        {...form.getInputProps('unless_worse', { type: 'checkbox' })}
      />
      <RerouteEstimate
        orderIds={first}
        count={count}
        body={{ ...rerouteBody({ ...choice, note: '' }), unless_worse }}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Reroute {counted(count, 'order')}
        </Button>
      </Group>
    </form>
  );
}

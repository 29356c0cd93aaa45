import { Button, Group, MultiSelect, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWarehouseChoice } from '../../../client/warehouses.ts';
import { counted } from '../../../view/numbers.ts';
import { NO_CHOICE, rerouteBody } from '../reroute-choice.ts';
import type { RerouteBody } from '../use-order.ts';

interface RerouteAllFormProps {
  readonly count: number;
  readonly onAct: (body: RerouteBody) => void;
  readonly onClose: () => void;
}

/** The form of a reroute of many orders. */
export function RerouteAllForm({ count, onAct, onClose }: RerouteAllFormProps) {
  const warehouses = useWarehouseChoice();
  const form = useForm({ initialValues: { ...NO_CHOICE, unless_worse: true } });
  const submit = form.onSubmit(({ unless_worse, ...choice }) =>
    onAct({ ...rerouteBody(choice), unless_worse }),
  );
  return (
    <form onSubmit={submit}>
      <Text size="sm" mb="sm">
        {counted(count, 'order')} {count === 1 ? 'matches' : 'match'}. Each is decided again under the present
        rules and stock, one after the other; what it has reserved counts as free.
      </Text>
      <MultiSelect
        label="Leave out warehouses"
        {...warehouses}
        clearable
        mb="sm"
        {...form.getInputProps('exclude')}
      />
      <MultiSelect
        label="Only these warehouses"
        {...warehouses}
        clearable
        mb="sm"
        {...form.getInputProps('only')}
      />
      <TextInput
        label="Note"
        description="Is shown in the history of each order."
        maxLength={500}
        mb="sm"
        {...form.getInputProps('note')}
      />
      <Switch
        label="Leave an order as it is where fewer units would ship, or in more shipments"
        mb="md"
        {...form.getInputProps('unless_worse', { type: 'checkbox' })}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Leave as it is
        </Button>
        <Button type="submit">Route {counted(count, 'order')} again</Button>
      </Group>
    </form>
  );
}

import { Stack, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { counted } from '../../view/numbers.ts';
import { NO_CHOICE, RerouteFields, rerouteBody } from '../orders/reroute-fields.tsx';
import type { RerouteBody } from '../orders/use-order.ts';
import type { FoundOrder } from '../orders/use-orders.ts';
import { RerouteEstimate } from './reroute-estimate.tsx';

interface RerouteAllFormProps {
  readonly count: number;
  /** The first orders, which are tried. */
  readonly first: readonly FoundOrder[];
  readonly isPending: boolean;
  readonly onAct: (body: RerouteBody) => void;
  readonly onClose: () => void;
}

/** The form of a reroute of many orders. */
export function RerouteAllForm({ count, first, isPending, onAct, onClose }: RerouteAllFormProps) {
  const form = useForm({ initialValues: { ...NO_CHOICE, unless_worse: true } });
  const { unless_worse, ...choice } = form.values;
  const body = { ...rerouteBody(choice), unless_worse };
  return (
    <form onSubmit={form.onSubmit(() => onAct(body))}>
      <Text size="sm" mb="sm">
        {counted(count, 'order')} {count === 1 ? 'matches' : 'match'}. Each is rerouted with the current rules
        and stock, and counts as a routed order. Its own reservation is released first.
      </Text>
      <Stack gap="sm">
        <RerouteFields form={form} noteIn="Shown in the history of each order." />
        <Switch
          label="Keep an order unchanged if it would ship fewer units or need more shipments"
          {...form.getInputProps('unless_worse', { type: 'checkbox' })}
        />
        <RerouteEstimate
          orders={first}
          count={count}
          body={{ ...rerouteBody({ ...choice, note: '' }), unless_worse }}
        />
        <DialogButtons onClose={onClose} verb={`Reroute ${counted(count, 'order')}`} loading={isPending} />
      </Stack>
    </form>
  );
}

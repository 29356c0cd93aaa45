import { Stack, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { whole } from '../../view/numbers.ts';
import { countWords, type SearchCount } from '../../view/search-count.ts';
import { judge, NowAndNewTable } from '../orders/now-and-new.tsx';
import { NO_CHOICE, RerouteFields, rerouteBody } from '../orders/reroute-fields.tsx';
import type { RerouteBody } from '../orders/use-order.ts';
import type { FoundOrder } from '../orders/use-orders.ts';
import { useRerouteEstimate } from './use-bulk-actions.ts';

interface RerouteAllFormProps {
  readonly count: SearchCount;
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
  const estimate = useRerouteEstimate(first, { ...rerouteBody({ ...choice, note: '' }), unless_worse });
  const improved = (estimate.data ?? []).filter((row) => judge(row) === 'better').length;
  const isAll = first.length === count.orders;
  const tried = isAll ? countWords(count) : `the ${whole(first.length)} newest`;
  return (
    <form onSubmit={form.onSubmit(() => onAct(body))}>
      <Text size="sm" mb="sm">
        {countWords(count)} {count.orders === 1 ? 'matches' : 'match'}. Each is rerouted with the current
        rules and stock, and counts as a routed order. Its own reservation is released first.
      </Text>
      <Stack gap="sm">
        <RerouteFields form={form} noteIn="Shown in the history of each order." />
        <Switch
          label="Keep an order unchanged if it would ship fewer units or need more shipments"
          {...form.getInputProps('unless_worse', { type: 'checkbox' })}
        />
        <QueryView query={estimate} lines={2}>
          {(rows) => (
            <div role="status">
              <Text size="sm">
                {improved} of {tried} would ship better, each tried by itself.
                {improved === 0 &&
                  ' Correct stock or rules first: the reasons stand on the page of each order.'}
              </Text>
              <NowAndNewTable rows={rows} />
            </div>
          )}
        </QueryView>
        <DialogButtons
          onClose={onClose}
          verb={`Reroute ${isAll && unless_worse && improved > 0 ? whole(improved) : countWords(count)}`}
          loading={isPending}
          disabled={estimate.data === undefined}
          {...(improved === 0 && { variant: 'default' })}
        />
      </Stack>
    </form>
  );
}

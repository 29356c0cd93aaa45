import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWarehouseChoice } from '../../client/warehouses.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { ManySelect } from '../../components/many-select.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { type AnyOrderResult, shipmentViews, totalCostWords, unitsShipped } from '../../view/order-result.ts';
import { triedResult } from '../explanation/tried-result.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { NO_CHOICE, type RerouteChoice, rerouteBody } from './reroute-choice.ts';
import { useReroute } from './use-order.ts';

interface RerouteDialogProps {
  readonly orderId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The present decision, to compare with. */
  readonly now: unknown;
}

/** Routes an order again with other warehouses. It shows the result of a dry run before. */
export function RerouteDialog({ orderId, isOpen, onClose, now }: RerouteDialogProps) {
  const warehouses = useWarehouseChoice(({ enabled }) => enabled);
  const trial = useReroute(orderId, { isTrial: true });
  const reroute = useReroute(orderId, { isTrial: false });
  const form = useForm<RerouteChoice>({ initialValues: NO_CHOICE });
  const close = () => {
    trial.reset();
    reroute.reset();
    form.reset();
    onClose();
  };
  const tried = trial.data ? triedResult(trial.data) : null;
  // The effect of another choice is not known before it is tried.
  const change = (values: Partial<typeof form.values>) => {
    form.setValues(values);
    trial.reset();
  };
  return (
    <Modal opened={isOpen} onClose={close} title={`Reroute order ${orderId}`} size="lg">
      <form onSubmit={form.onSubmit((values) => trial.mutate(rerouteBody(values)))}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            Decides the order again with the current rules and stock. Its own reserved units count as
            available.
          </Text>
          <ManySelect
            label="Exclude warehouses"
            {...warehouses}
            value={form.values.exclude}
            onChange={(exclude) => change({ exclude })}
            clearable
          />
          <ManySelect
            label="Only these warehouses"
            {...warehouses}
            value={form.values.only}
            onChange={(only) => change({ only })}
            clearable
          />
          <TextInput
            label="Note"
            description="Shown in the order history."
            maxLength={500}
            {...form.getInputProps('note')}
          />
          {(trial.error ?? reroute.error) && <ErrorNote error={trial.error ?? reroute.error} />}
          {tried && (
            <Stack gap={6} aria-live="polite">
              <Effect title="Now" result={now as AnyOrderResult} />
              <Effect title="New" result={tried.result} />
              <Text size="sm">{tried.why?.summary}</Text>
            </Stack>
          )}
          <Group justify="flex-end">
            <Button type="submit" variant={tried ? 'default' : 'filled'} loading={trial.isPending}>
              Preview
            </Button>
            {tried && (
              <Button
                loading={reroute.isPending}
                onClick={() =>
                  reroute.mutate(rerouteBody(form.values), {
                    onSuccess: () => {
                      notifyDone(`Order ${orderId} rerouted.`);
                      close();
                    },
                  })
                }
              >
                Reroute
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Effect({ title, result }: { title: string; result: AnyOrderResult }) {
  const shipments = shipmentViews(result);
  const from = shipments.map(({ warehouse }) => warehouse).join(', ') || 'nowhere';
  const cost = totalCostWords(result, useCurrency(result.total_cost !== undefined));
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Text size="sm" w={44} fw={600}>
        {title}
      </Text>
      <StatusBadge status={result.status} />
      <Text size="sm">
        {counted(shipments.length, 'shipment')}, {whole(unitsShipped(shipments))} units, from {from}
        {cost && `, ${cost}`}
      </Text>
    </Group>
  );
}

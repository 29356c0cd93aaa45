import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNote } from '../../components/error-note.tsx';
import { Hint } from '../../components/hint.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { type AnyOrderResult, shipmentViews, totalCostWords, unitsShipped } from '../../view/order-result.ts';
import { triedResult } from '../explanation/tried-result.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { NO_CHOICE, type RerouteChoice, RerouteFields, rerouteBody } from './reroute-fields.tsx';
import { useReroute } from './use-order.ts';

interface RerouteDialogProps {
  readonly orderId: string;
  readonly onClose: () => void;
  /** The present decision, to compare with. */
  readonly now: unknown;
}

/** Routes an order again with other warehouses. It shows the result of a dry run before. */
export function RerouteDialog({ orderId: order_id, onClose, now }: RerouteDialogProps) {
  const trial = useReroute({ isTrial: true });
  const reroute = useReroute({ isTrial: false });
  const form = useForm<RerouteChoice>({ initialValues: NO_CHOICE });
  const tried = trial.data ? triedResult(trial.data) : null;
  const preview = (values: RerouteChoice) =>
    trial.mutate({ order_id, ...rerouteBody(values), query: { dry_run: 'true', explain: 'true' } });
  return (
    <Modal opened onClose={onClose} title={`Reroute order ${order_id}`} size="lg">
      <form onSubmit={form.onSubmit(preview)}>
        <Stack gap="sm">
          <Hint>
            Decides the order again with the current rules and stock. Its own reserved units count as
            available.
          </Hint>
          <RerouteFields
            form={form}
            isOffered={({ enabled }) => enabled}
            noteIn="Shown in the order history."
            // The effect of another choice is not known before it is tried.
            onChoice={trial.reset}
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
                  reroute.mutate(
                    { order_id, ...rerouteBody(form.values) },
                    {
                      onSuccess: () => {
                        notifyDone(`Order ${order_id} rerouted.`);
                        onClose();
                      },
                    },
                  )
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

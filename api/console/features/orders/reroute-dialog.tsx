import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNote } from '../../components/error-note.tsx';
import { Hint } from '../../components/hint.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { type AnyOrderResult, resultSentence } from '../../view/order-result.ts';
import { triedResult } from '../explanation/tried-result.ts';
import { judge, NowAndNewTable, outcomeOf } from './now-and-new.tsx';
import { NO_CHOICE, type RerouteChoice, RerouteFields, rerouteBody } from './reroute-fields.tsx';
import { type Routing, useReroute } from './use-order.ts';

interface RerouteDialogProps {
  readonly orderId: string;
  readonly onClose: () => void;
  /** The present decision, to compare with. */
  readonly now: unknown;
  readonly order: Routing['order'];
}

/** Routes an order again with other warehouses. It shows the result of a dry run before. */
export function RerouteDialog({ orderId: order_id, onClose, now, order }: RerouteDialogProps) {
  const { lines, deliver_by } = order;
  const trial = useReroute({ isTrial: true });
  const reroute = useReroute({ isTrial: false });
  const form = useForm<RerouteChoice>({ initialValues: NO_CHOICE });
  const tried = trial.data ? triedResult(trial.data) : null;
  const row = tried && {
    order_id,
    now: outcomeOf(now as AnyOrderResult, deliver_by),
    next: outcomeOf(tried.result, deliver_by),
  };
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
              <NowAndNewTable rows={[row!]} />
              <Text size="sm">{resultSentence(lines, tried.result)}</Text>
            </Stack>
          )}
          <Group justify="flex-end">
            <Button type="submit" variant={tried ? 'default' : 'filled'} loading={trial.isPending}>
              Preview
            </Button>
            {tried && (
              <Button
                variant={judge(row!) === 'better' ? 'filled' : 'default'}
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

import { List, Modal, Stack, Text } from '@mantine/core';
import { useTrial, useWrite } from '../../client/operations.ts';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Hint } from '../../components/hint.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { OF_ORDERS } from './use-order.ts';

const RELEASE = '/account/v1/orders/{order_id}/release';

/** Releases the units of an order. It shows them before. */
export function ReleaseDialog({ orderId: order_id, onClose }: { orderId: string; onClose: () => void }) {
  const trial = useTrial('post', RELEASE, 'order', { order_id, query: { dry_run: 'true' } }, { gcTime: 0 });
  const release = useWrite('post', RELEASE, 'orders', { outdates: OF_ORDERS });
  const reserved = trial.data?.released_units;
  const run = () =>
    release.mutate(
      { order_id },
      {
        onSuccess: (done) => {
          notifyDone(`Released ${counted(done!.released_units, 'unit')} of order ${order_id}.`);
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={`Release order ${order_id}`}>
      <Stack gap="sm">
        <Hint>Returns the reserved units of a cancelled or shipped order to available stock.</Hint>
        <QueryView query={trial} lines={2}>
          {({ released, released_units }) =>
            released_units === 0 ? (
              <Text size="sm">This order has no reserved units to release.</Text>
            ) : (
              <List size="sm">
                {released.map(({ sku, warehouse_id, quantity }) => (
                  <List.Item key={`${sku} ${warehouse_id}`}>
                    {whole(quantity)} × {sku} at {warehouse_id}
                  </List.Item>
                ))}
              </List>
            )
          }
        </QueryView>
        {release.error && <ErrorNote error={release.error} />}
        <DialogButtons
          onClose={onClose}
          close={reserved === 0 ? 'Close' : 'Cancel'}
          verb={reserved !== 0 && `Release${reserved === undefined ? '' : ` ${counted(reserved, 'unit')}`}`}
          onAct={run}
          loading={release.isPending}
          disabled={reserved === undefined}
        />
      </Stack>
    </Modal>
  );
}

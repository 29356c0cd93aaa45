import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { ErrorNote } from '../../components/error-note.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { useRelease, useReleaseTrial } from './use-order.ts';

interface ReleaseDialogProps {
  readonly orderId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Releases the units of an order. It shows them before. */
export function ReleaseDialog({ orderId, isOpen, onClose }: ReleaseDialogProps) {
  const trial = useReleaseTrial(orderId, isOpen);
  const release = useRelease(orderId);
  const reserved = trial.data?.released_units;
  const run = () =>
    release.mutate(undefined, {
      onSuccess: ({ released_units }) => {
        notifyDone(`Released ${counted(released_units, 'unit')} of order ${orderId}.`);
        onClose();
      },
    });
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Release order ${orderId}`}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Returns the reserved units of a cancelled or shipped order to available stock.
        </Text>
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {reserved === 0 ? 'Close' : 'Cancel'}
          </Button>
          {reserved !== 0 && (
            <Button onClick={run} loading={release.isPending} disabled={reserved === undefined}>
              {reserved === undefined ? 'Release' : `Release ${counted(reserved, 'unit')}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

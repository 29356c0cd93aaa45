import { Button, Group, Stack, Text } from '@mantine/core';
import { counted, whole } from '../../view/numbers.ts';

interface ReleaseAllProps {
  /** The number of orders that match. `holding` is the number of those that have reserved units. */
  readonly found: number;
  readonly holding: number;
  readonly isPending: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
}

/** Shows in numbers what a release of all orders changes. */
export function ReleaseAll({ found, holding, isPending, onAct, onClose }: ReleaseAllProps) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        {counted(found, 'order')} {found === 1 ? 'matches' : 'match'}; {whole(holding)} of them{' '}
        {holding === 1 ? 'has' : 'have'} reserved units. Releasing them makes the units available to other
        orders. To undo this, reroute the orders.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red.9" loading={isPending} onClick={onAct}>
          Release {counted(holding, 'order')}
        </Button>
      </Group>
    </Stack>
  );
}

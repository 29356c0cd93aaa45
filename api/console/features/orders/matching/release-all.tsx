import { Button, Group, Text } from '@mantine/core';
import { counted, whole } from '../../../view/numbers.ts';

interface ReleaseAllProps {
  /** The number of orders that match. `holding` is the number of those that have reserved units. */
  readonly found: number;
  readonly holding: number;
  readonly onAct: () => void;
  readonly onClose: () => void;
}

/** Shows in numbers what a release of all orders changes. */
export function ReleaseAll({ found, holding, onAct, onClose }: ReleaseAllProps) {
  return (
    <>
      <Text size="sm">
        {counted(found, 'order')} {found === 1 ? 'matches' : 'match'}; {whole(holding)} of them{' '}
        {holding === 1 ? 'holds' : 'hold'} units. Their reservations end: other orders may have these units.
        There is no way back but to route them again.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Leave as it is
        </Button>
        <Button color="red.9" onClick={onAct}>
          Release {counted(holding, 'order')}
        </Button>
      </Group>
    </>
  );
}

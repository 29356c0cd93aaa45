import { Group, Progress, Stack, Text } from '@mantine/core';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { counted, whole } from '../../view/numbers.ts';
import { duration } from '../../view/times.ts';

/** The progress and speed of a run or a what-if that is under way. */
export function LiveProgress({ progress }: { progress: components['schemas']['RunProgress'] }) {
  const { percent, phase, orders_per_second, eta_seconds, waiting_for, orders_routed } = progress;
  return (
    <Stack gap={4}>
      <Progress value={percent} size="lg" aria-label="Progress" transitionDuration={0} />
      <Group gap="md">
        <Text size="sm">
          {phase}, {percent}%, {counted(orders_routed, 'order')} decided
        </Text>
        {orders_per_second !== null && (
          <Text size="sm">{whole(Math.round(orders_per_second))} orders per second</Text>
        )}
        {eta_seconds !== null && <Text size="sm">{duration(eta_seconds * 1000)} left</Text>}
        {waiting_for === 'worker' && <Text size="sm">Waiting: no worker is running.</Text>}
      </Group>
    </Stack>
  );
}

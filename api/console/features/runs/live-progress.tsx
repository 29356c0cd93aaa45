import { Group, Progress, Stack, Text } from '@mantine/core';
import { counted, whole } from '../../view/numbers.ts';
import { duration } from '../../view/times.ts';
import type { Run } from './use-runs.ts';

/** The progress and speed of a run that is under way. */
export function LiveProgress({ run }: { run: Run }) {
  const { percent, phase, orders_per_second, eta_seconds, waiting_for, orders_routed } = run.progress;
  return (
    <Stack gap={4}>
      <Progress value={percent} size="lg" aria-label="Run progress" transitionDuration={0} />
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

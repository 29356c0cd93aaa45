import { Group, Progress, Stack, Text } from '@mantine/core';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { TextLink } from '../../components/page-link.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { duration, exact } from '../../view/times.ts';

type RunProgress = components['schemas']['RunProgress'];

/** The progress and speed of a run or a what-if that is under way, or what it waits for. */
export function LiveProgress({ progress }: { progress: RunProgress }) {
  const { percent, phase, orders_per_second, eta_seconds, orders_routed } = progress;
  return (
    <Stack gap={4}>
      <Progress value={percent} size="lg" aria-label="Progress" />
      <Group gap="md">
        <Text size="sm">
          {phase}, {percent}%, {counted(orders_routed, 'order')} decided
        </Text>
        {orders_per_second !== null && (
          <Text size="sm">{whole(Math.round(orders_per_second))} orders per second</Text>
        )}
        {eta_seconds !== null && <Text size="sm">{duration(eta_seconds * 1000)} left</Text>}
        <Wait progress={progress} />
      </Group>
    </Stack>
  );
}

function Wait({
  progress: { waiting_for, earlier_run_id, retry_at, retry_error },
}: {
  progress: RunProgress;
}) {
  switch (waiting_for) {
    case 'worker':
      return <Text size="sm">Waiting: no worker is running.</Text>;
    case 'earlier_run':
      return (
        <Text size="sm">
          Waiting for{' '}
          <TextLink to={`/runs/${earlier_run_id}`} size="sm">
            run {earlier_run_id}
          </TextLink>
          , which uses the same stock.
        </Text>
      );
    case 'retry':
      return (
        <Text size="sm" c="red">
          A step failed{retry_error && `: ${retry_error}`}. Next try: {exact(new Date(retry_at!))}.
        </Text>
      );
    default:
      return null;
  }
}

import { Grid, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatusBadge, WarnedFlag } from '../../components/status-badge.tsx';
import type { OrderStatus } from '../../view/statuses.ts';

interface SideViewProps {
  readonly title: string;
  readonly status: OrderStatus;
  readonly isWarned: boolean;
  /** What ships, in a line. */
  readonly facts: string;
  readonly children: ReactNode;
}

/** How one side of a comparison decides an order, in a column of two. */
export function SideView({ title, status, isWarned, facts, children }: SideViewProps) {
  return (
    <Grid.Col span={{ base: 12, md: 6 }}>
      <section aria-label={title}>
        <Group gap="xs" mb="xs">
          <Title order={2}>{title}</Title>
          <StatusBadge status={status} />
          {isWarned && <WarnedFlag />}
        </Group>
        <Text size="sm" mb="xs">
          {facts}
        </Text>
        {children}
      </section>
    </Grid.Col>
  );
}

import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useArrival } from './use-arrival.ts';

interface PageProps {
  readonly title: string;
  /** Beside the title: a number, a state. */
  readonly beside?: ReactNode;
  /** Under the title, in a sentence. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page: title, actions, content. */
export function Page({ title, beside, lead, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Warehouse routing`);
  const arrival = useArrival();
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="page-title">
          <Group gap="sm" align="baseline">
            <Title order={1} {...arrival}>
              {title}
            </Title>
            {beside}
          </Group>
          {lead !== undefined && (
            <Text size="sm" c="dimmed" component="div" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

import { Code, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyId } from './copy-id.tsx';

interface EmptyStateProps {
  /** What will be here. */
  readonly title: string;
  /** How it gets here. */
  readonly children: ReactNode;
  /** A command that does it, or an example of a file. */
  readonly command?: string;
  /** What the button beside it copies. */
  readonly copies?: string;
  /** The one action that does it. */
  readonly action?: ReactNode;
}

/** Shown if there is nothing yet. */
export function EmptyState({ title, children, command, copies = 'the command', action }: EmptyStateProps) {
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm" align="flex-start">
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
        {command !== undefined && (
          <Group gap="xs" align="flex-start" wrap="nowrap" w="100%">
            <Code block tabIndex={0} flex={1} miw={0}>
              {command}
            </Code>
            <CopyId text={command} what={copies} />
          </Group>
        )}
        {action}
      </Stack>
    </Paper>
  );
}

import { Button, Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyId } from './copy-id.tsx';
import { PageLink } from './page-link.tsx';

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
  /** Or the page where it is done. */
  readonly page?: { readonly to: string; readonly verb: string };
}

/** Shown if there is nothing yet. */
export function EmptyState(props: EmptyStateProps) {
  const { title, children, command, copies = 'the command', action, page } = props;
  return (
    <Stack gap="xs" align="flex-start" py="sm">
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
      {page && (
        <Button component={PageLink} to={page.to}>
          {page.verb}
        </Button>
      )}
    </Stack>
  );
}

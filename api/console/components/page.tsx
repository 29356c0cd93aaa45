import { Group, Stack, Text, Title, type TitleProps } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useDraft } from '../client/draft.tsx';
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

/** The frame of every page: title, actions, content. A page that changes a draft is a part of the draft's page. */
export function Page(props: PageProps) {
  return useDraft() === null ? <WholePage {...props} /> : <Frame {...props} heading={{ order: 2 }} />;
}

function WholePage(props: PageProps) {
  useDocumentTitle(`${props.title} · Warehouse routing`);
  return <Frame {...props} heading={{ order: 1, ...useArrival() }} />;
}

interface FrameProps extends PageProps {
  readonly heading: Omit<TitleProps, 'children'>;
}

function Frame({ title, beside, lead, actions, children, heading }: FrameProps) {
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="page-title">
          <Group gap="sm" align="baseline">
            <Title {...heading}>{title}</Title>
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

import { Group, Paper, type PaperProps, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: ReactNode;
  /** At the right of the title. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with its title. */
export function Section(props: SectionProps) {
  return (
    <div>
      <Content {...props} />
    </div>
  );
}

/** The same in a frame. */
export function Panel({ title, beside, children, ...paper }: SectionProps & Omit<PaperProps, 'title'>) {
  return (
    <Paper withBorder p="md" {...paper}>
      <Content title={title} beside={beside}>
        {children}
      </Content>
    </Paper>
  );
}

function Content({ title, beside, children }: SectionProps) {
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="xs">
        <Title order={2}>{title}</Title>
        {beside}
      </Group>
      {children}
    </>
  );
}

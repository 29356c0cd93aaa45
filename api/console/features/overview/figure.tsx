import { Anchor, Paper, Text } from '@mantine/core';
import { PageLink } from '../../components/page-link.tsx';
import type { FigureView } from './figures.ts';

/** A figure with its earlier value. */
export function Figure({ label, value, before, change, to }: FigureView) {
  return (
    <Paper withBorder p="sm">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fz={22} fw={600} className="figure">
        {to ? (
          <Anchor component={PageLink} {...to} inherit c="inherit" underline="always">
            {value}
          </Anchor>
        ) : (
          value
        )}
      </Text>
      <Text size="xs" c="dimmed">
        previously {before}
        {change !== null && (
          <>
            , <span className="one-line">{change}</span>
          </>
        )}
      </Text>
    </Paper>
  );
}

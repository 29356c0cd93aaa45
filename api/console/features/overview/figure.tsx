import { Paper, Text } from '@mantine/core';
import { TextLink } from '../../components/page-link.tsx';
import { STATUS_LOOKS, themed } from '../../view/statuses.ts';
import type { FigureView } from './figures.ts';

const TREND_STYLES = {
  better: { color: themed(STATUS_LOOKS.FULL.ink), fontWeight: 600 },
  worse: { color: themed(STATUS_LOOKS.NONE.ink), fontWeight: 600 },
};

/** A figure with its earlier value, and whether it is better or worse. */
export function Figure({ label, value, before, change, trend, to }: FigureView) {
  return (
    <Paper withBorder p="sm">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fz={22} fw={600} className="figure">
        {to ? (
          <TextLink {...to} c="inherit">
            {value}
          </TextLink>
        ) : (
          value
        )}
      </Text>
      <Text size="xs" c="dimmed">
        previously {before}
        {change !== null && (
          <>
            ,{' '}
            <span className="one-line" style={trend === null ? undefined : TREND_STYLES[trend]}>
              {change}
              {trend !== null && `, ${trend}`}
            </span>
          </>
        )}
      </Text>
    </Paper>
  );
}

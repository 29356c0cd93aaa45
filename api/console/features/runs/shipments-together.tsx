import { Group, Progress, Stack, Text } from '@mantine/core';
import { optimizationSentence } from '../../../../shared/contracts/optimization-sentence.ts';
import { Panel } from '../../components/section.tsx';
import { whole } from '../../view/numbers.ts';
import type { Run } from './use-runs.ts';

const UNKNOWN = { pending: 'being computed', given_up: 'not known' };

/** The shipments of orders that were improved together: one by one, together, and the least possible. */
export function ShipmentsTogether({ optimization }: { optimization: NonNullable<Run['optimization']> }) {
  const { shipments_before, shipments_after, floor, floor_reason } = optimization;
  const bars = [
    { label: 'One by one', shipments: shipments_before, color: 'gray' },
    { label: 'Together', shipments: shipments_after, color: 'blue' },
    { label: 'At least', shipments: floor, color: 'teal' },
  ];
  return (
    <Panel title="Shipments of all orders together">
      <Stack gap="xs">
        {bars.map(({ label, shipments, color }) => (
          <div key={label}>
            <Group justify="space-between">
              <Text size="sm">{label}</Text>
              <Text size="sm" ff="monospace">
                {shipments === null ? UNKNOWN[floor_reason!] : whole(shipments)}
              </Text>
            </Group>
            <Progress
              value={shipments_before === 0 ? 0 : ((shipments ?? 0) / shipments_before) * 100}
              color={color}
              aria-label={`Shipments, ${label.toLowerCase()}`}
            />
          </div>
        ))}
        <Text size="sm">{optimizationSentence(optimization)}</Text>
      </Stack>
    </Panel>
  );
}

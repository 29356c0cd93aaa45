import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Hint } from '../../components/hint.tsx';
import { type Explained, leftOutNames } from './explained.ts';
import { FoldedCounts } from './folded-counts.tsx';

/** So many names are read at a glance. More are a count, which opens. */
const FEW = 5;

/** The warehouses that were no candidates, by reason. */
export function LeftOut({ leftOut }: { leftOut: Explained['left_out'] }) {
  const [opened, setOpened] = useState<string | null>(null);
  const reasons = [...leftOutNames(leftOut)];
  const many = reasons.filter(([, names]) => names.length > FEW);
  const few = reasons.filter(([, names]) => names.length <= FEW);
  const names = many.find(([words]) => words === opened)?.[1];
  return (
    <Stack gap="xs">
      {many.length > 0 && (
        <FoldedCounts
          label="Not considered:"
          counts={many.map(([words, each]) => [words, each.length])}
          opened={opened}
          onOpen={setOpened}
        />
      )}
      {names && <Text size="sm">{names.join(', ')}</Text>}
      {few.length > 0 && (
        <Hint>
          {many.length > 0 ? 'Also' : 'Not considered:'}{' '}
          {few.map(([words, each]) => `${each.join(', ')} (${words})`).join('; ')}
        </Hint>
      )}
    </Stack>
  );
}

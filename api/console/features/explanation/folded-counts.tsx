import { Button, Group } from '@mantine/core';
import { Hint } from '../../components/hint.tsx';
import { whole } from '../../view/numbers.ts';

interface FoldedCountsProps {
  readonly label: string;
  /** What is counted, in words, and how many there are. */
  readonly counts: readonly (readonly [words: string, count: number])[];
  readonly opened: string | null;
  readonly onOpen: (words: string | null) => void;
}

/** Counts by cause, of which one can be opened: `no stock 31`, `too late 12`. */
export function FoldedCounts({ label, counts, opened, onOpen }: FoldedCountsProps) {
  return (
    <Group gap="xs">
      <Hint>{label}</Hint>
      {counts.map(([words, count]) => (
        <Button
          key={words}
          size="compact-sm"
          variant={words === opened ? 'filled' : 'default'}
          aria-pressed={words === opened}
          onClick={() => onOpen(words === opened ? null : words)}
        >
          {words} {whole(count)}
        </Button>
      ))}
    </Group>
  );
}

import { Box, Group, Stack, Text } from '@mantine/core';
import { RowButton } from '../../components/row-button.tsx';
import { pathWords } from '../../view/change-words.ts';
import { smallestChanges, valueText } from '../../view/changes.ts';
import type { DraftChange } from '../../view/draft.ts';

interface DraftChangeListProps {
  readonly changes: readonly DraftChange[];
  readonly onUndo: (change: DraftChange) => void;
}

/** What a draft changes, each with a button that takes it back. */
export function DraftChangeList({ changes, onUndo }: DraftChangeListProps) {
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No changes yet.
      </Text>
    );
  return (
    <Stack gap={6} component="ul" className="plain-list" aria-label="Changes of the draft">
      {changes.map((change) => (
        <Group
          key={change.path}
          component="li"
          justify="space-between"
          wrap="nowrap"
          align="flex-start"
          gap="xs"
        >
          <div>
            {smallestChanges([change]).map(({ path, before, after }) => (
              <Text key={path} size="sm" className="anywhere" lineClamp={6}>
                <b>{pathWords(path)}</b>: {valueText(before)} → {valueText(after)}
              </Text>
            ))}
          </div>
          <Box flex="none">
            <RowButton label={`Undo ${pathWords(change.path)}`} onClick={() => onUndo(change)}>
              Undo
            </RowButton>
          </Box>
        </Group>
      ))}
    </Stack>
  );
}

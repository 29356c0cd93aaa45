import { Alert, Group, Stack, Text } from '@mantine/core';
import { PlainButton } from './plain-button.tsx';
import type { Conflicts } from './use-remote-changes.ts';

interface ConflictListProps {
  readonly conflicts: Conflicts;
  readonly labelOf: (field: string) => string;
  /** Both values as people read them. */
  readonly valuesOf: (field: string) => { readonly mine: string; readonly theirs: string };
}

/** What somebody else changed too, with both values, and the choice between them. */
export function ConflictList({ conflicts, labelOf, valuesOf }: ConflictListProps) {
  if (conflicts.fields.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="alert" title="Someone else has changed this">
      <Stack gap="xs">
        {conflicts.fields.map((field) => {
          const { mine, theirs } = valuesOf(field);
          return (
            <div key={field}>
              <Text size="sm" className="anywhere">
                <b>{labelOf(field)}</b>: yours is {mine}, theirs is {theirs}.
              </Text>
              <Group gap="xs" mt={4}>
                <PlainButton size="xs" onClick={() => conflicts.keep('mine', field)}>
                  Keep mine
                </PlainButton>
                <PlainButton size="xs" onClick={() => conflicts.keep('theirs', field)}>
                  Use theirs
                </PlainButton>
              </Group>
            </div>
          );
        })}
      </Stack>
    </Alert>
  );
}

import { Text } from '@mantine/core';

/** The conditions of a filter in one line. */
export function FilterText({ filter }: { filter: Readonly<Record<string, unknown>> }) {
  const conditions = Object.entries(filter).map(([name, value]) => `${name} = ${String(value)}`);
  return (
    <Text size="sm" c="dimmed" className="anywhere">
      {conditions.length === 0 ? 'All orders' : `Filter: ${conditions.join(', ')}`}
    </Text>
  );
}

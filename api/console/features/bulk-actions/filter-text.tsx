import { Text } from '@mantine/core';

/** What the list of orders calls its filters. */
const LABELS: Readonly<Record<string, string>> = {
  q: 'Search',
  status: 'Outcome',
  reason: 'Reason',
  warehouse_id: 'Ships from',
  sku: 'SKU',
  zip: 'ZIP',
  warned: 'Policy',
  search: 'Optimality',
  from: 'From',
  to: 'Until',
};

/** The conditions of a filter in one line. */
export function FilterText({ filter }: { filter: Readonly<Record<string, unknown>> }) {
  const conditions = Object.entries(filter).map(
    ([name, value]) => `${LABELS[name] ?? name}: ${String(value)}`,
  );
  return (
    <Text size="sm" c="dimmed" className="anywhere">
      {conditions.length === 0 ? 'All orders' : conditions.join(', ')}
    </Text>
  );
}

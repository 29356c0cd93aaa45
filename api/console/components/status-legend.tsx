import { Table } from '@mantine/core';
import { share, whole } from '../view/numbers.ts';
import { STATUSES } from '../view/statuses.ts';
import { StatusBadge } from './status-badge.tsx';
import { countOf, type StatusCounts } from './status-bar.tsx';

/** Each outcome with its words, share and count. */
export function StatusLegend({ counts }: { counts: StatusCounts }) {
  const total = STATUSES.reduce((sum, status) => sum + countOf(counts, status), 0);
  return (
    <Table aria-label="Outcomes" verticalSpacing={4} mt="sm">
      <Table.Tbody>
        {STATUSES.map((status) => (
          <Table.Tr key={status}>
            <Table.Td>
              <StatusBadge status={status} />
            </Table.Td>
            <Table.Td className="num">{whole(countOf(counts, status))}</Table.Td>
            <Table.Td className="num">{share(countOf(counts, status), total, { withCount: false })}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

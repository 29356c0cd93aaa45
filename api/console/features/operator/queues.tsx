import { Title } from '@mantine/core';
import type { Column } from '../../components/column.ts';
import { RowTable } from '../../components/row-table.tsx';
import { whole } from '../../view/numbers.ts';
import { duration } from '../../view/times.ts';

interface Queue {
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly oldest_waiting_seconds: number;
}

/** The jobs of each queue by state. */
export function Queues({ queues }: { queues: readonly Queue[] }) {
  const states = [...new Set(queues.flatMap(({ counts }) => Object.keys(counts)))];
  const columns: readonly Column<Queue>[] = [
    { id: 'name', title: 'Queue', cell: ({ name }) => name },
    {
      id: 'oldest',
      title: 'Oldest job',
      numeric: true,
      cell: ({ oldest_waiting_seconds: seconds }) => (seconds === 0 ? '–' : duration(seconds * 1000)),
    },
    ...states.map((state) => ({
      id: state,
      title: state,
      numeric: true,
      cell: ({ counts }: Queue) => whole(counts[state] ?? 0),
    })),
  ];
  return (
    <div>
      <Title order={2} mb="xs">
        Queues
      </Title>
      <RowTable label="Queues" columns={columns} rows={queues} idOf={({ name }) => name} />
    </div>
  );
}

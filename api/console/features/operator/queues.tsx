import { Alert, Title } from '@mantine/core';
import type { Column } from '../../components/column.ts';
import { RowTable } from '../../components/row-table.tsx';
import { whole } from '../../view/numbers.ts';
import { duration } from '../../view/times.ts';

interface Queue {
  readonly name: string;
  readonly paused: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly oldest_waiting_seconds: number;
}

/** The jobs of each queue by state, and which queues are paused. */
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
  const paused = queues.flatMap((queue) => (queue.paused ? queue.name : []));
  return (
    <div>
      <Title order={2} mb="xs">
        Queues
      </Title>
      {paused.length > 0 && (
        <Alert color="yellow" variant="light" mb="xs" title={`Paused: ${paused.join(', ')}`}>
          Jobs wait until an operator resumes the queue in Bull Board.
        </Alert>
      )}
      <RowTable label="Queues" columns={columns} rows={queues} idOf={({ name }) => name} />
    </div>
  );
}

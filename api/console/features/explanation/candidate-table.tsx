import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { RowTable } from '../../components/row-table.tsx';
import { dollars, inCurrency, whole } from '../../view/numbers.ts';
import { dayWords } from '../../view/ship-days.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { type Candidate, type Explained, foldCandidates, lackingWords, VERDICT_WORDS } from './explained.ts';
import { FoldedCounts } from './folded-counts.tsx';

/** The candidates in rank order: the chosen and the next three; the others as counts by verdict, which open. */
export function CandidateTable({ why }: { why: Explained }) {
  const [opened, setOpened] = useState<string | null>(null);
  const { first, rest } = foldCandidates(why.warehouses);
  const columns = useColumns(why.warehouses);
  const further = rest.find(([verdict]) => (VERDICT_WORDS[verdict] ?? verdict) === opened)?.[1] ?? [];
  const rows = [...first, ...further].toSorted((a, b) => a.rank - b.rank);
  return (
    <>
      <RowTable label="Candidates" columns={columns} rows={rows} idOf={({ warehouse_id }) => warehouse_id} />
      {rest.length > 0 && (
        <FoldedCounts
          label="Others:"
          counts={rest.map(([verdict, those]) => [VERDICT_WORDS[verdict] ?? verdict, those.length])}
          opened={opened}
          onOpen={setOpened}
        />
      )}
    </>
  );
}

function useColumns(candidates: readonly Candidate[]): readonly Column<Candidate>[] {
  const hasCosts = candidates.some(({ cost_alone }) => cost_alone !== undefined);
  const hasDates = candidates.some(({ delivery_date }) => delivery_date !== undefined);
  const currency = useCurrency(hasCosts);
  const columns: readonly (Column<Candidate> | false)[] = [
    column(
      'warehouse',
      'Warehouse',
      ({ warehouse_name, warehouse_id, chosen }) => (
        <span title={warehouse_id} style={{ fontWeight: chosen ? 600 : 400 }}>
          {warehouse_name}{' '}
          {chosen && (
            <span role="img" aria-label="chosen">
              ✓
            </span>
          )}
        </span>
      ),
      { width: '24%' },
    ),
    column('verdict', 'Verdict', (candidate) => (
      <Group gap={4} title={candidate.sentence}>
        {candidate.verdict === null ? 'not known' : (VERDICT_WORDS[candidate.verdict] ?? candidate.verdict)}
        {lackingWords(candidate).map((words) => (
          <Text key={words} span size="xs" px={6} bdrs="sm" className="chip one-line">
            {words}
          </Text>
        ))}
      </Group>
    )),
    numberColumn('rank', 'Rank', ({ rank }) => rank),
    column('days', 'Days', ({ transit_days }) => transit_days ?? '–', { numeric: true }),
    hasDates &&
      column('arrives', 'Arrives', ({ delivery_date }) => (delivery_date ? dayWords(delivery_date) : '–'), {
        numeric: true,
      }),
    column(
      'miles',
      'Miles',
      ({ distance_miles }) => (distance_miles === null ? '–' : whole(Math.round(distance_miles))),
      { numeric: true },
    ),
    hasCosts &&
      numberColumn('cost', inCurrency('Cost alone', currency), ({ cost_alone }) => cost_alone, {
        text: dollars,
      }),
  ];
  return columns.filter((column) => column !== false);
}

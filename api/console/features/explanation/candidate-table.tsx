import { ScrollArea, Table, Text } from '@mantine/core';
import { whole } from '../../view/numbers.ts';
import { type Candidate, type Explained, stockOf, VERDICT_WORDS } from './explained.ts';

/** Products that get a column of their own; the rest stand in the sentence of each warehouse. */
const MOST_COLUMNS = 4;

/** Every candidate in rank order: days, miles, stock per line, verdict. */
export function CandidateTable({ why }: { why: Explained }) {
  const skus = why.warehouses[0]!.lines.map(({ sku }) => sku).slice(0, MOST_COLUMNS);
  const rest = why.warehouses[0]!.lines.length - skus.length;
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Candidates', role: 'region' }}>
      <Table aria-label="Candidates" verticalSpacing={6} miw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Warehouse</Table.Th>
            <Table.Th className="num">Days</Table.Th>
            <Table.Th className="num">Miles</Table.Th>
            {skus.map((sku) => (
              <Table.Th key={sku} className="num" title={`Could use / wanted of ${sku}`}>
                <span className="sku-head">{sku}</span>
              </Table.Th>
            ))}
            <Table.Th>Verdict</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {why.warehouses.map((candidate) => (
            <CandidateRow key={candidate.warehouse_id} candidate={candidate} skus={skus} />
          ))}
        </Table.Tbody>
      </Table>
      {rest > 0 && (
        <Text size="xs" c="dimmed">
          {whole(rest)} more products of this order stand in the raw JSON.
        </Text>
      )}
    </ScrollArea>
  );
}

function CandidateRow({ candidate, skus }: { candidate: Candidate; skus: readonly string[] }) {
  const { rank, warehouse_name, warehouse_id, chosen, transit_days, distance_miles, verdict } = candidate;
  const words = verdict === null ? 'not known' : (VERDICT_WORDS[verdict] ?? verdict);
  return (
    <Table.Tr fw={chosen ? 600 : undefined} title={candidate.sentence}>
      <Table.Td title={warehouse_id}>
        {rank} {warehouse_name}{' '}
        {chosen && (
          <span role="img" aria-label="chosen">
            ✓
          </span>
        )}
      </Table.Td>
      <Table.Td className="num">{transit_days ?? '–'}</Table.Td>
      <Table.Td className="num">{distance_miles === null ? '–' : whole(Math.round(distance_miles))}</Table.Td>
      {skus.map((sku) => {
        const line = candidate.lines.find((own) => own.sku === sku)!;
        return (
          <Table.Td
            key={sku}
            className="num"
            title={line.reserved_qty ? `${whole(line.reserved_qty)} reserved by others` : undefined}
          >
            {line.barred_by === null ? stockOf(line) : line.barred_by}
          </Table.Td>
        );
      })}
      <Table.Td>
        {words}
        <Text size="xs" c="dimmed" fw={400}>
          {candidate.sentence}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

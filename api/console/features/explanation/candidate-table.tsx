import { ScrollArea, Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { whole } from '../../view/numbers.ts';
import { type Candidate, type Explained, stockOf, VERDICT_WORDS } from './explained.ts';

/** The most products that have a column. The sentence of each warehouse names the others. */
const MOST_COLUMNS = 4;

/** Every candidate in rank order: days, miles, stock per line, verdict, and below it the sentence. */
export function CandidateTable({ why }: { why: Explained }) {
  const skus = why.warehouses[0]!.lines.map(({ sku }) => sku).slice(0, MOST_COLUMNS);
  const rest = why.warehouses[0]!.lines.length - skus.length;
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Candidates', role: 'region' }}>
      <Table aria-label="Candidates" verticalSpacing={4} horizontalSpacing={6} miw={500}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Warehouse</Table.Th>
            <Table.Th>Verdict</Table.Th>
            <Table.Th className="num">Days</Table.Th>
            <Table.Th className="num">Miles</Table.Th>
            {skus.map((sku) => (
              <Table.Th key={sku} className="num" title={`Could use / wanted of ${sku}`}>
                <span className="sku-head">{sku}</span>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {why.warehouses.map((candidate) => (
            <Fragment key={candidate.warehouse_id}>
              <FactsRow candidate={candidate} skus={skus} />
              <Table.Tr>
                <Table.Td colSpan={skus.length + 4} pt={0}>
                  <Text size="xs" c="dimmed" className="anywhere">
                    {candidate.sentence}
                  </Text>
                </Table.Td>
              </Table.Tr>
            </Fragment>
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

function FactsRow({ candidate, skus }: { candidate: Candidate; skus: readonly string[] }) {
  const { rank, warehouse_name, warehouse_id, chosen, transit_days, distance_miles, verdict } = candidate;
  return (
    <Table.Tr fw={chosen ? 600 : undefined} className="facts-row">
      <Table.Td title={`${warehouse_name} (${warehouse_id})`} className="candidate">
        {rank} {warehouse_name}{' '}
        {chosen && (
          <span role="img" aria-label="chosen">
            ✓
          </span>
        )}
      </Table.Td>
      <Table.Td>{verdict === null ? 'not known' : (VERDICT_WORDS[verdict] ?? verdict)}</Table.Td>
      <Table.Td className="num">{transit_days ?? '–'}</Table.Td>
      <Table.Td className="num">{distance_miles === null ? '–' : whole(Math.round(distance_miles))}</Table.Td>
      {skus.map((sku) => {
        const line = candidate.lines.find((own) => own.sku === sku)!;
        const reserved = line.reserved_qty ? `${whole(line.reserved_qty)} reserved by others` : undefined;
        return (
          <Table.Td key={sku} className="num" title={reserved}>
            {line.barred_by === null ? stockOf(line) : line.barred_by.replaceAll('_', ' ')}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

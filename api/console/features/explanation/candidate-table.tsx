import { Table, Text } from '@mantine/core';
import { dollars, inCurrency, whole } from '../../view/numbers.ts';
import { dayWords } from '../../view/ship-days.ts';
import { useCurrency } from '../rates/use-rates.ts';
import classes from './candidate-table.module.css';
import { availableText, type Candidate, type Explained, VERDICT_WORDS } from './explained.ts';

/** The most products that have a column. The sentence of each warehouse names the others. */
const MAX_COLUMNS = 4;

/** Every candidate in rank order: verdict, days, miles, cost and stock per line, and below them the sentence. */
export function CandidateTable({ why }: { why: Explained }) {
  const skus = why.warehouses[0]!.lines.map(({ sku }) => sku).slice(0, MAX_COLUMNS);
  const hasCosts = why.warehouses.some(({ cost_alone }) => cost_alone !== undefined);
  const currency = useCurrency(hasCosts);
  const rest = why.warehouses[0]!.lines.length - skus.length;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <section className={classes.frame} tabIndex={0} aria-label="Candidates">
        <Table
          aria-label="Candidates"
          className={classes.table}
          verticalSpacing={4}
          horizontalSpacing={6}
          withRowBorders={false}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes.warehouse}>Warehouse</Table.Th>
              <Table.Th className="num">Days</Table.Th>
              <Table.Th className="num">Miles</Table.Th>
              {hasCosts && (
                <Table.Th className={`num ${classes.wraps}`} title="What the shipment would cost, alone">
                  {inCurrency('Cost', currency)}
                </Table.Th>
              )}
              {skus.map((sku) => (
                <Table.Th key={sku} className="num" title={`${sku}: available / ordered`}>
                  <span className={classes.sku}>{sku}</span>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          {why.warehouses.map((candidate) => (
            <Table.Tbody key={candidate.warehouse_id}>
              <FactsRow candidate={candidate} skus={skus} cost={inCurrency('Cost', currency)} />
              <Table.Tr>
                <Table.Td colSpan={skus.length + (hasCosts ? 4 : 3)} pt={0}>
                  <Text size="xs" c="dimmed" className={classes.sentence}>
                    {candidate.sentence}
                  </Text>
                </Table.Td>
              </Table.Tr>
            </Table.Tbody>
          ))}
        </Table>
      </section>
      {rest > 0 && (
        <Text size="xs" c="dimmed">
          The raw JSON lists {whole(rest)} more products of this order.
        </Text>
      )}
    </>
  );
}

interface FactsRowProps {
  readonly candidate: Candidate;
  readonly skus: readonly string[];
  /** The title of its cost. */
  readonly cost: string;
}

function FactsRow({ candidate, skus, cost }: FactsRowProps) {
  const { rank, warehouse_name, warehouse_id, chosen, transit_days, distance_miles, verdict } = candidate;
  const { ship_date, delivery_date, cost_alone } = candidate;
  return (
    <Table.Tr fw={chosen ? 600 : undefined} className={classes.facts}>
      <Table.Th scope="row" title={warehouse_id} className={classes.warehouse}>
        {rank} {warehouse_name}{' '}
        {chosen && (
          <span role="img" aria-label="chosen">
            ✓
          </span>
        )}{' '}
        <Text span inherit c="dimmed">
          {verdict === null ? 'not known' : (VERDICT_WORDS[verdict] ?? verdict)}
          {ship_date && `, leaves ${dayWords(ship_date)}`}
          {delivery_date && `, arrives ${dayWords(delivery_date)}`}
        </Text>
      </Table.Th>
      <Table.Td className="num" data-label="Days">
        {transit_days ?? '–'}
      </Table.Td>
      <Table.Td className="num" data-label="Miles">
        {distance_miles === null ? '–' : whole(Math.round(distance_miles))}
      </Table.Td>
      {cost_alone !== undefined && (
        <Table.Td className="num" data-label={cost}>
          {cost_alone === null ? '–' : dollars(cost_alone)}
        </Table.Td>
      )}
      {skus.map((sku) => {
        const line = candidate.lines.find((own) => own.sku === sku)!;
        const reserved = line.reserved_qty
          ? `${whole(line.reserved_qty)} reserved by other orders`
          : undefined;
        return (
          <Table.Td key={sku} className="num" data-label={sku} title={reserved}>
            {line.barred_by === null ? availableText(line) : line.barred_by.replaceAll('_', ' ')}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

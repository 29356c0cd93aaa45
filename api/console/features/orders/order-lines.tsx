import { Alert, Code, List } from '@mantine/core';
import { useUnknownSkus } from '../../client/unknown-skus.ts';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Section } from '../../components/section.tsx';
import { whole } from '../../view/numbers.ts';
import { type AnyOrderResult, type LineView, lineViews } from '../../view/order-result.ts';
import { reasonStep } from '../../view/reasons.ts';
import { withDayWords } from '../../view/ship-days.ts';
import { NextStep } from '../causes/next-step.tsx';

/** More lines than these are drawn as they become visible. */
const MANY = 60;

const columnsOf = (
  unknown: ReadonlySet<string>,
  profile: string | undefined,
): readonly Column<LineView>[] => [
  column('sku', 'SKU', ({ sku }) => <Code className="anywhere">{sku}</Code>, { width: '8rem' }),
  column('missing', 'Missing', ({ missing }) => (missing === 0 ? '–' : <b>{whole(missing)}</b>), {
    numeric: true,
    width: '4.6rem',
  }),
  numberColumn('ordered', 'Ordered', ({ ordered }) => ordered, { width: '4.8rem' }),
  column(
    'from',
    'Ships from',
    ({ from }) => from.map(({ warehouse, units }) => `${whole(units)} from ${warehouse}`).join(', ') || '–',
    { wraps: true, isWide: true },
  ),
  column('why', 'Why', ({ sku, why }) => (unknown.has(sku) && why ? 'unknown SKU' : (why ?? '–')), {
    wraps: true,
    isWide: true,
    width: '6rem',
  }),
  column(
    'step',
    'What to do',
    ({ sku, code }) =>
      code ? <NextStep step={unknown.has(sku) ? CHECK_SKU : reasonStep(code, sku, profile)} /> : '–',
    { wraps: true, width: '9rem' },
  ),
];

const CHECK_SKU = { words: 'Check the SKU, or upload its stock', to: '/inventory' };

const OF_STOCK = ['insufficient_inventory', 'no_inventory_available'];

interface OrderLinesProps {
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[];
  readonly result: AnyOrderResult;
}

/** All products of an order: what ships from where, what is missing, why, and what to do. */
export function OrderLines({ lines, result }: OrderLinesProps) {
  const rows = lineViews(lines, result);
  const isComplete = rows.every(({ missing }) => missing === 0);
  const lacking = rows.filter(({ code }) => OF_STOCK.includes(code ?? '')).map(({ sku }) => sku);
  const all = columnsOf(useUnknownSkus(lacking), result.profile?.applied ? result.profile.name : undefined);
  const columns = isComplete ? all.filter(({ id }) => !['missing', 'why', 'step'].includes(id)) : all;
  const table = { label: 'Lines', columns, rows, idOf: ({ sku }: LineView) => sku };
  return (
    <Section title="Lines">{rows.length > MANY ? <DataTable {...table} /> : <RowTable {...table} />}</Section>
  );
}

/** All that policies say of a decision. */
export function PolicyMessages({
  result: { policy_outcome, policy_messages = [] },
}: {
  result: AnyOrderResult;
}) {
  if (policy_messages.length === 0) return null;
  const isBlocked = policy_outcome === 'blocked';
  return (
    <Alert
      color={isBlocked ? 'red' : 'yellow'}
      variant="light"
      title={isBlocked ? 'Blocked by a policy' : 'Policy warnings'}
    >
      <List size="sm">
        {policy_messages.map((message) => (
          <List.Item key={message}>{withDayWords(message)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

import { Alert, Code, List } from '@mantine/core';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Section } from '../../components/section.tsx';
import { whole } from '../../view/numbers.ts';
import { type AnyOrderResult, type LineView, lineViews } from '../../view/order-result.ts';
import { reasonStep } from '../../view/reasons.ts';

/** More lines than these are drawn as they become visible. */
const MANY = 60;

const COLUMNS: readonly Column<LineView>[] = [
  column('sku', 'SKU', ({ sku }) => <Code className="anywhere">{sku}</Code>, { width: '12rem' }),
  column('missing', 'Missing', ({ missing }) => (missing === 0 ? '–' : <b>{whole(missing)}</b>), {
    numeric: true,
    width: '6rem',
  }),
  numberColumn('ordered', 'Ordered', ({ ordered }) => ordered, { width: '6rem' }),
  column(
    'from',
    'Ships from',
    ({ from }) => from.map(({ warehouse, units }) => `${whole(units)} from ${warehouse}`).join(', ') || '–',
    { wraps: true, isWide: true },
  ),
  column('why', 'Why', ({ why }) => why ?? '–', { wraps: true, isWide: true }),
  column('step', 'What to do', ({ sku, code }) => (code ? <Step code={code} sku={sku} /> : '–')),
];

function Step({ code, sku }: { code: string; sku: string }) {
  const { words, to, search } = reasonStep(code, sku);
  if (to === undefined) return words;
  return (
    <TextLink to={to} {...(search && { search })} size="sm">
      {words}
    </TextLink>
  );
}

interface OrderLinesProps {
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[];
  readonly result: AnyOrderResult;
}

/** All products of an order: what ships from where, what is missing, why, and what to do. */
export function OrderLines({ lines, result }: OrderLinesProps) {
  const rows = lineViews(lines, result);
  const isComplete = rows.every(({ missing }) => missing === 0);
  const columns = isComplete ? COLUMNS.filter(({ id }) => !['missing', 'why', 'step'].includes(id)) : COLUMNS;
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
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

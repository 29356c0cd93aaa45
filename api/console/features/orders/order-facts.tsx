import { Alert, Code, List, Text, Title } from '@mantine/core';
import type { Column } from '../../components/column.ts';
import { RowTable } from '../../components/row-table.tsx';
import { whole } from '../../view/numbers.ts';
import { type AnyOrderResult, deadlineWords, type LineView, lineViews } from '../../view/order-result.ts';

/** Of the lines that ship in full, so many are shown. */
const MAX_COMPLETE = 20;

const COLUMNS: readonly Column<LineView>[] = [
  { id: 'sku', title: 'SKU', cell: ({ sku }) => <Code className="anywhere">{sku}</Code> },
  { id: 'ordered', title: 'Ordered', numeric: true, cell: ({ ordered }) => whole(ordered) },
  { id: 'ships', title: 'Ships', numeric: true, cell: ({ ships }) => whole(ships) },
  {
    id: 'missing',
    title: 'Missing',
    numeric: true,
    cell: ({ missing }) => (missing === 0 ? '–' : <b>{whole(missing)}</b>),
  },
  { id: 'why', title: 'Why', wraps: true, cell: ({ why }) => why ?? '–' },
];

/** What of an order counts for its decision. */
interface AskedOrder {
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[];
  readonly is_vip: boolean;
  readonly partner_id?: string | null;
  readonly deliver_by?: string;
}

/** The facts of a decision: its profile and deadline, what policies say, and what ships of each product. */
export function OrderFacts({ order, result }: { order: AskedOrder; result: AnyOrderResult }) {
  const { profile, policy_outcome, policy_messages = [] } = result;
  const facts = [
    order.is_vip && 'VIP',
    order.partner_id && `partner ${order.partner_id}`,
    profile?.applied && `profile ${profile.name}`,
    order.deliver_by && deadlineWords(order.deliver_by, result),
  ].filter(Boolean);
  const lines = lineViews(order.lines, result);
  const lacking = lines.filter(({ missing }) => missing > 0).length;
  const shown = lines.slice(0, lacking + MAX_COMPLETE);
  return (
    <>
      {facts.length > 0 && (
        <Text size="sm" className="anywhere">
          {facts.join(' · ')}
        </Text>
      )}
      {policy_messages.length > 0 && (
        <Alert
          color={policy_outcome === 'blocked' ? 'red' : 'yellow'}
          variant="light"
          title={policy_outcome === 'blocked' ? 'Blocked by a policy' : 'Policy warnings'}
        >
          <List size="sm">
            {policy_messages.map((message) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <div>
        <Title order={2} mb={4}>
          Lines
        </Title>
        <RowTable label="Lines" columns={COLUMNS} rows={shown} idOf={({ sku }) => sku} maxWidth={720} />
        {shown.length < lines.length && (
          <Text size="xs" c="dimmed">
            {whole(lines.length - shown.length)} more ship in full.
          </Text>
        )}
      </div>
    </>
  );
}

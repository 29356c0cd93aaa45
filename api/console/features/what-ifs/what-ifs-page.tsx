import { Button, Progress } from '@mantine/core';
import { useMayWork } from '../../client/rights.ts';
import { type Column, column } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { Page } from '../../components/page.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { StateBadge } from '../../components/status-badge.tsx';
import { whole } from '../../view/numbers.ts';
import { isLive } from '../../view/statuses.ts';
import { readersZone } from '../../view/times.ts';
import { type ListedWhatIf, useWhatIfs, type WhatIfSide } from './use-what-ifs.ts';
import { isCompared, nameOf, ordersText, signed } from './what-if-text.ts';

const ADDRESS = '/what-ifs';

const COLUMNS: readonly Column<ListedWhatIf>[] = [
  column('name', 'What if', nameOf, { wraps: true }),
  column('status', 'Status', ({ status }) => <StateBadge status={status} />, { width: '8rem' }),
  column('orders', 'Orders of', ordersText, { width: '14rem' }),
  column('changed', 'Changed orders', changedOf, { width: '9rem', numeric: true }),
  column('shipments', 'Shipments', (whatIf) => differenceOf(whatIf, ({ shipments }) => shipments), {
    width: '6.5rem',
    numeric: true,
  }),
  column(
    'unfulfilled',
    'Unfulfilled',
    (whatIf) => differenceOf(whatIf, ({ units_unfulfilled }) => units_unfulfilled),
    { width: '6.5rem', numeric: true },
  ),
  column('created', 'Asked', ({ created_at }) => <MomentText at={created_at} />, { width: '7rem' }),
];

function differenceOf(whatIf: ListedWhatIf, of: (side: WhatIfSide) => number): string {
  return isCompared(whatIf) ? signed(of(whatIf.draft) - of(whatIf.baseline)) : '–';
}

function changedOf({ orders_changed, progress, status, what_if_id }: ListedWhatIf) {
  if (!isLive(status)) return `${whole(orders_changed)} of ${whole(progress.orders_routed)}`;
  return (
    <>
      <Progress value={progress.percent} size="sm" aria-label={`What-if ${what_if_id}`} />
      <Hint size="xs">{progress.percent}%</Hint>
    </>
  );
}

/** All what-ifs of the environment. */
export function WhatIfsPage() {
  const whatIfs = useWhatIfs();
  const mayWork = useMayWork();
  const add = mayWork && (
    <Button component={PageLink} to={`${ADDRESS}/new`}>
      New what-if
    </Button>
  );
  return (
    <Page
      title="What if"
      lead={`Replay past orders under changed rules. Kept for 30 days. Times in ${readersZone()}.`}
      actions={add}
    >
      <PagedTable
        pages={whatIfs}
        label="What-ifs"
        columns={COLUMNS}
        idOf={({ what_if_id }) => String(what_if_id)}
        linkOf={({ what_if_id }) => ({ to: `${ADDRESS}/${what_if_id}` })}
        empty={
          <EmptyState title="No what-ifs yet" action={add}>
            Change settings, warehouses, profiles, rules or stock in a draft, and see what it would do to
            orders that you have already routed.
          </EmptyState>
        }
      />
    </Page>
  );
}

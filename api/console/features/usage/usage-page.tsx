import { Progress, Stack, Text } from '@mantine/core';
import type { AnswerOf } from '../../client/calls.ts';
import { useRead } from '../../client/operations.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { saveRows } from '../../components/column-menu.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Panel } from '../../components/section.tsx';
import { counted, share, whole } from '../../view/numbers.ts';
import { dayWords } from '../../view/ship-days.ts';

const USAGE = '/account/v1/usage';

/** The plan, its used part, and the orders of each day. */
export function UsagePage() {
  // Only orders of Live count, whichever environment is open.
  const usage = useRead('usage', USAGE, { environment: 'live' }, { refetchInterval: useRefreshMs() });
  return (
    <Page
      title="Usage and plan"
      lead="Each routed Live order counts once. Test orders, dry runs and stock uploads do not count."
    >
      <QueryView query={usage}>
        {({ plan, days }) => (
          <Stack gap="md">
            <Panel title={`Plan ${plan.plan}`}>
              <Text size="sm" mb="xs">
                {plan.limit === null
                  ? counted(plan.used, 'order')
                  : `${whole(plan.used)} of ${counted(plan.limit, 'order')}`}{' '}
                routed {plan.period === 'month' ? 'this month (UTC)' : 'in total'}
                {plan.limit === null
                  ? '. The plan has no limit.'
                  : `, ${share(plan.used, plan.limit, { withCount: false })}; ${whole(plan.remaining ?? 0)} remaining.`}
              </Text>
              {plan.limit !== null && (
                <Progress value={(plan.used / plan.limit) * 100} aria-label="Plan usage" />
              )}
              <Text size="sm" mt="xs">
                {plan.inventory_rows_limit === null
                  ? 'A stock upload may have any number of rows.'
                  : `A stock upload may have ${counted(plan.inventory_rows_limit, 'row')}.`}{' '}
                Contact your service operator to change plans.
              </Text>
            </Panel>
            {days.length === 0 ? (
              <EmptyState title="No routed orders yet">
                Daily usage appears here as orders are routed.
              </EmptyState>
            ) : (
              <>
                <RowTable
                  label="Usage by day"
                  columns={DAY_COLUMNS}
                  rows={days.toReversed()}
                  idOf={({ day }) => day}
                  maxWidth={480}
                />
                <PlainButton
                  size="xs"
                  style={{ alignSelf: 'flex-start' }}
                  onClick={() => saveRows('usage', DAY_COLUMNS, days)}
                >
                  Download as CSV
                </PlainButton>
              </>
            )}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

type Day = AnswerOf<typeof USAGE>['days'][number];

const DAY_COLUMNS: readonly Column<Day>[] = [
  column('day', 'Day (UTC)', ({ day }) => dayWords(day), { csv: ({ day }) => day }),
  numberColumn('orders', 'Routed orders', ({ routed_orders }) => routed_orders, {
    csv: ({ routed_orders }) => routed_orders,
  }),
];
